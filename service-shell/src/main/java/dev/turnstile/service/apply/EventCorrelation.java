package dev.turnstile.service.apply;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What becomes of an event, as client-go's correlator has it: one that is equal to an earlier one counts that up, and
 * of an object that gets too many the rest is dropped. It sends nothing. Safe for any thread.
 */
final class EventCorrelation {
    /** How many objects and how many events are remembered; the one that was used longest ago is forgotten first. */
    static final int REMEMBERED = 4_096;
    /** So many events of one object may come at once. */
    static final int BURST = 25;
    /** Then one more in each interval. */
    static final Duration REFILL = Duration.ofMinutes(5);

    /** An event, without its time and name: what is equal is counted together. */
    record Fact(EventTarget target, String component, String type, String reason, String message) {
        private Source source() {
            return new Source(target.uid().isEmpty() ? target.toString() : target.uid(), component);
        }
    }

    /** What is done with an event. */
    sealed interface Fate {
        /** It is created. */
        record Created(String name) implements Fate {}

        /** An earlier one is counted up to that. */
        record Counted(String name, int count, Instant first) implements Fate {}

        /** There are too many of that object. */
        record Dropped() implements Fate {}
    }

    private record Source(String object, String component) {}

    private record Known(String name, int count, Instant first) {}

    private record Bucket(double tokens, Instant filled) {}

    private final Map<Fact, Known> known = new Recent<>();
    private final Map<Source, Bucket> buckets = new Recent<>();

    /**
     * What becomes of an event.
     *
     * @param name its name, where it is created
     */
    synchronized Fate of(Fact fact, String name, Instant now) {
        if (!takesOne(fact.source(), now)) {
            return new Fate.Dropped();
        }
        Known before = known.get(fact);
        Known after =
                before == null ? new Known(name, 1, now) : new Known(before.name(), before.count() + 1, before.first());
        known.put(fact, after);
        return before == null ? new Fate.Created(name) : new Fate.Counted(after.name(), after.count(), after.first());
    }

    /** The API no longer has it, or never got it: the next one is created. */
    synchronized void forget(Fact fact) {
        known.remove(fact);
    }

    private boolean takesOne(Source source, Instant now) {
        Bucket before = buckets.get(source);
        double tokens = before == null
                ? BURST
                : Math.min(
                        BURST,
                        before.tokens()
                                + (double) Duration.between(before.filled(), now)
                                                .toMillis()
                                        / REFILL.toMillis());
        boolean takes = tokens >= 1;
        buckets.put(source, new Bucket(takes ? tokens - 1 : tokens, now));
        return takes;
    }

    private static final class Recent<K, V> extends LinkedHashMap<K, V> {
        private static final long serialVersionUID = 1L;

        Recent() {
            super(16, 0.75f, true);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            return size() > REMEMBERED;
        }
    }
}
