package dev.turnstile.service.observe;

import dev.turnstile.service.informer.Reflector;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Whether this replica acts ({@code kueue_leader}), how old the oldest part of what it acts upon may be
 * ({@code kueue_watch_silence_seconds}), and what is missing in it.
 */
public final class ReplicaMetrics implements MeterBinder {
    private final BooleanSupplier leading;
    private final Supplier<? extends Collection<Reflector>> reflectors;
    private final LongSupplier eventsDropped;

    /**
     * What is measured of a replica.
     *
     * @param eventsDropped how many events of users' objects were not told
     */
    public ReplicaMetrics(
            BooleanSupplier leading, Supplier<? extends Collection<Reflector>> reflectors, LongSupplier eventsDropped) {
        this.leading = leading;
        this.reflectors = reflectors;
        this.eventsDropped = eventsDropped;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Gauge.builder("kueue.leader", leading, leads -> leads.getAsBoolean() ? 1 : 0)
                .description("Whether this replica leads (1) or stands by (0)")
                .register(registry);
        Gauge.builder("kueue.watch.silence", reflectors, ReplicaMetrics::longest)
                .description("How long ago the API last answered that watch which waits longest")
                .baseUnit("seconds")
                .register(registry);
        Gauge.builder("kueue.unreadable.objects", reflectors, ReplicaMetrics::unreadable)
                .description("Objects that this replica cannot read and therefore skips")
                .register(registry);
        FunctionCounter.builder("kueue.events.dropped", eventsDropped, LongSupplier::getAsLong)
                .description("Events that were not sent: too many of one object, a full queue, or an API that did not"
                        + " answer")
                .register(registry);
        FunctionCounter.builder("kueue.listener.failures", reflectors, ReplicaMetrics::listenerFailures)
                .description("How often a part of this replica failed to take note of a change; it is notified again")
                .register(registry);
    }

    private static double unreadable(Supplier<? extends Collection<Reflector>> reflectors) {
        return reflectors.get().stream()
                .mapToInt(reflector -> reflector.store().unreadable().size())
                .sum();
    }

    private static double listenerFailures(Supplier<? extends Collection<Reflector>> reflectors) {
        return reflectors.get().stream()
                .mapToLong(reflector -> reflector.store().listenerFailures())
                .sum();
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
