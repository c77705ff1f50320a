package dev.turnstile.service.observe;

import dev.turnstile.service.thread.Loops;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/**
 * {@code kueue_loop_failures_total} and {@code kueue_loop_busy_seconds}: whether what has to go on for ever goes on.
 */
final class LoopMetrics implements MeterBinder {
    private final Loops loops;

    LoopMetrics(Loops loops) {
        this.loops = loops;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        loops.forEachName(name -> {
            FunctionCounter.builder("kueue.loop.failures", loops, each -> each.failures(name))
                    .description("Rounds of a loop that failed; it goes on after a pause")
                    .tag("loop", name)
                    .register(registry);
            Gauge.builder("kueue.loop.busy", loops, each -> each.busy(name).toMillis() / 1000.0)
                    .description("How long a loop has been at work without a sign of life; 0 while it waits on purpose")
                    .baseUnit("seconds")
                    .tag("loop", name)
                    .register(registry);
        });
    }
}
