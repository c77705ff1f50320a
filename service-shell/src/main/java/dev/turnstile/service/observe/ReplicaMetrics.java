package dev.turnstile.service.observe;

import dev.turnstile.service.informer.Reflector;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * {@code kueue_leader} and {@code kueue_watch_silence_seconds}: whether this replica acts, and how old the oldest part
 * of what it acts upon may be.
 */
public final class ReplicaMetrics implements MeterBinder {
    private final BooleanSupplier leading;
    private final Supplier<? extends Collection<Reflector>> reflectors;

    public ReplicaMetrics(BooleanSupplier leading, Supplier<? extends Collection<Reflector>> reflectors) {
        this.leading = leading;
        this.reflectors = reflectors;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Gauge.builder("kueue.leader", leading, leads -> leads.getAsBoolean() ? 1 : 0)
                .description("Whether this replica leads (1) or stands by (0)")
                .register(registry);
        Gauge.builder("kueue.watch.silence", reflectors, ReplicaMetrics::longest)
                .description("How long ago the API last sent a change or a bookmark to that watch which waits longest")
                .baseUnit("seconds")
                .register(registry);
    }

    private static double longest(Supplier<? extends Collection<Reflector>> reflectors) {
        return reflectors.get().stream()
                        .map(Reflector::silence)
                        .max(Comparator.naturalOrder())
                        .orElse(Duration.ZERO)
                        .toMillis()
                / 1000.0;
    }
}
