package dev.turnstile.worker;

import dev.turnstile.worker.job.HeldJobs;
import dev.turnstile.worker.job.HeldJobs.Behind;
import dev.turnstile.worker.job.HeldJobs.Crowd;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * How many jobs wait behind a scheduling gate, whose it is, and since when:
 * {@code kueue_scheduling_gated_jobs{kind,gate}} and
 * {@code kueue_oldest_scheduling_gated_job_timestamp_seconds{kind,gate}}.
 */
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
        MultiGauge oldest = MultiGauge.builder("kueue.oldest.scheduling.gated.job.timestamp")
                .baseUnit("seconds")
                .description("When the job was created that a scheduling gate has held back for longest")
                .register(registry);
        held.listen(() -> refresh(gauge, oldest));
        refresh(gauge, oldest);
    }

    private void refresh(MultiGauge jobs, MultiGauge oldest) {
        lock.lock();
        try {
            SortedMap<Behind, Crowd> crowds = held.crowds();
            jobs.register(rows(crowds, Crowd::jobs), true);
            oldest.register(rows(crowds, crowd -> crowd.oldest().getEpochSecond()), true);
        } finally {
            lock.unlock();
        }
    }

    private static List<MultiGauge.Row<?>> rows(SortedMap<Behind, Crowd> crowds, Function<Crowd, Number> value) {
        return crowds.entrySet().stream()
                .<MultiGauge.Row<?>>map(row -> MultiGauge.Row.of(
                        Tags.of(
                                "kind",
                                row.getKey().kind(),
                                "gate",
                                row.getKey().gate()),
                        value.apply(row.getValue())))
                .toList();
    }
}
