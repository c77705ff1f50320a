package dev.turnstile.worker;

import dev.turnstile.worker.job.HeldJobs;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.concurrent.locks.ReentrantLock;

/** {@code kueue_scheduling_gated_jobs{kind,gate}}: how many jobs wait behind a scheduling gate, and whose it is. */
final class SchedulingGateMetrics implements MeterBinder {
    private final HeldJobs held;
    private final ReentrantLock lock = new ReentrantLock();

    SchedulingGateMetrics(HeldJobs held) {
        this.held = held;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        MultiGauge gauge = MultiGauge.builder("kueue.scheduling.gated.jobs")
                .description("Jobs that have no Workload since a scheduling gate holds them back")
                .register(registry);
        held.listen(() -> refresh(gauge));
        refresh(gauge);
    }

    private void refresh(MultiGauge gauge) {
        lock.lock();
        try {
            gauge.register(
                    held.counts().entrySet().stream()
                            .<MultiGauge.Row<?>>map(row -> MultiGauge.Row.of(
                                    Tags.of(
                                            "kind", row.getKey().kind(),
                                            "gate", row.getKey().gate()),
                                    row.getValue()))
                            .toList(),
                    true);
        } finally {
            lock.unlock();
        }
    }
}
