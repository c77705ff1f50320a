package dev.turnstile.core.dispatch;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * When one process first saw what others wrote about a group, by its own clock. Empty after a restart: waits that are
 * measured with it become longer then, never shorter.
 *
 * <p>A reader of a group begins a {@link Look} with the sightings of before. The sightings that it ends with are kept
 * by the one who decides, and dropped by everybody else.
 *
 * @param nomination the present nomination; null while there is none
 * @param firstSeen by what was written, and when
 */
public record Sightings(@Nullable Nominated nomination, Map<Written, Instant> firstSeen) {

    /** Nothing was seen yet. */
    public static final Sightings NONE = new Sightings(null, Map.of());

    /** Beyond it, only what is still there is remembered. */
    private static final int MOST = 256;

    /** The value of {@code status.nominatedClusterNames}, and when it was seen first. */
    public record Nominated(List<String> clusters, Instant seenAt) {

        public Nominated {
            clusters = List.copyOf(clusters);
        }
    }

    /** What a worker wrote at a time by its own clock, as in {@code the signal of replica 4711}. */
    public record Written(String what, Instant at) implements Comparable<Written> {

        @Override
        public int compareTo(Written other) {
            int order = what.compareTo(other.what);
            return order == 0 ? at.compareTo(other.at) : order;
        }
    }

    public Sightings {
        firstSeen = Map.copyOf(firstSeen);
    }

    /** A look at the group, now. */
    public Look look(Instant now) {
        return new Look(this, now);
    }

    /** What one read of a group sees. It belongs to the thread that reads. */
    public static final class Look {
        private final Sightings before;
        private final Instant now;
        private final Map<Written, Instant> seen = new TreeMap<>();
        private @Nullable Nominated nomination;

        private Look(Sightings before, Instant now) {
            this.before = before;
            this.now = now;
        }

        /** Since when it is offered to these clusters, as far as this process saw; empty where it is to none. */
        public Optional<Instant> nominatedAt(List<String> clusters) {
            if (clusters.isEmpty()) {
                return Optional.empty();
            }
            Nominated known = before.nomination();
            Nominated present =
                    known != null && known.clusters().equals(clusters) ? known : new Nominated(clusters, now);
            nomination = present;
            return Optional.of(present.seenAt());
        }

        /** When this process first saw what a worker wrote. */
        public Sighting of(String what, Instant writtenAt) {
            Written written = new Written(what, writtenAt);
            Instant seenAt = before.firstSeen().getOrDefault(written, now);
            seen.put(written, seenAt);
            return new Sighting(writtenAt, seenAt);
        }

        /** The sightings of before with those of this look. */
        public Sightings after() {
            Map<Written, Instant> all = new TreeMap<>(seen);
            if (before.firstSeen().size() <= MOST) {
                all.putAll(before.firstSeen());
            }
            return new Sightings(nomination, all);
        }
    }
}
