package dev.turnstile.playground.endurance;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * When which part of the fleet could not be reached or did not run, and what a store that was put back has forgotten.
 */
final class Faults {
    /**
     * A cluster needs time to end what it was to end while it was at fault: its controllers start, and pods have a
     * grace period.
     */
    static final Duration STOPPING = Duration.ofSeconds(10);
    /** Services find out twice a minute that a store was put back, at the latest (docs/worker-service.md). */
    private static final Duration RECOVERY = Duration.ofSeconds(40);

    private enum Kind {
        AT_FAULT,
        FORGOTTEN
    }

    /** One fault; without an end while it lasts. */
    private static final class Span {
        private final String place;
        private final Kind kind;
        private final Instant from;
        private @Nullable Instant to;

        Span(String place, Kind kind, Instant from, @Nullable Instant to) {
            this.place = place;
            this.kind = kind;
            this.from = from;
            this.to = to;
        }

        boolean overlaps(String where, Kind what, Instant begin, Instant end) {
            return place.equals(where)
                    && kind == what
                    && !from.isAfter(end)
                    && (to == null
                            || !to.plus(what == Kind.AT_FAULT ? STOPPING : RECOVERY)
                                    .isBefore(begin));
        }
    }

    private final List<Span> spans = new ArrayList<>();

    /** Where the services of a cluster run, as opposed to its control plane and the way to it. */
    static String servicesOf(String cluster) {
        return "services of " + cluster;
    }

    /** A fault begins there; the result ends it. */
    synchronized Runnable begin(String place) {
        Span span = new Span(place, Kind.AT_FAULT, Instant.now(), null);
        spans.add(span);
        return () -> end(span);
    }

    private synchronized void end(Span span) {
        span.to = Instant.now();
    }

    synchronized void atFault(String place, Instant from, Instant to) {
        spans.add(new Span(place, Kind.AT_FAULT, from, to));
    }

    /** The store of that cluster has forgotten what happened in this time. */
    synchronized void forgotten(String cluster, Instant from, Instant to) {
        spans.add(new Span(cluster, Kind.FORGOTTEN, from, to));
    }

    /** Whether that time is forgotten there, or what was forgotten may still be at work then. */
    synchronized boolean isForgotten(String cluster, Instant time) {
        return spans.stream().anyMatch(span -> span.overlaps(cluster, Kind.FORGOTTEN, time, time));
    }

    /** Whether something was at fault there within this time, or had been just before. */
    synchronized boolean isAtFault(String place, Instant from, Instant to) {
        return spans.stream().anyMatch(span -> span.overlaps(place, Kind.AT_FAULT, from, to));
    }
}
