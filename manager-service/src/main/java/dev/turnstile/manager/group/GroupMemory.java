package dev.turnstile.manager.group;

import dev.turnstile.core.ungating.OpeningAttempt;
import dev.turnstile.core.ungating.UngatingDecision;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What this process remembers of a group beside what the API holds. After a restart it is empty, and nothing worse than
 * a longer wait comes of that.
 */
public final class GroupMemory {
    private static final int SIGHTINGS = 256;

    private record Offered(List<String> clusters, Instant at) {}

    private final Map<String, Instant> firstSeen = new ConcurrentHashMap<>();
    private final Set<String> inFlight = ConcurrentHashMap.newKeySet();
    private volatile @Nullable Offered offered;
    private volatile Optional<OpeningAttempt> attempt = Optional.empty();
    private volatile @Nullable UngatingDecision last;
    private volatile String placement = "";

    /** Since when it is offered to these clusters, as far as we saw. */
    Optional<Instant> nominatedAt(List<String> clusters, Instant now) {
        if (clusters.isEmpty()) {
            offered = null;
            return Optional.empty();
        }
        Offered known = offered;
        if (known == null || !known.clusters().equals(clusters)) {
            known = new Offered(List.copyOf(clusters), now);
            offered = known;
        }
        return Optional.of(known.at());
    }

    Instant firstSeen(String what, Instant writtenAt, Instant now) {
        if (firstSeen.size() > SIGHTINGS) {
            firstSeen.clear();
        }
        return firstSeen.computeIfAbsent(what + " " + writtenAt, unseen -> now);
    }

    /** The last try to open a gate of it. */
    public Optional<OpeningAttempt> attempt() {
        return attempt;
    }

    /** Remembers a try. */
    public void tried(OpeningAttempt newest) {
        attempt = Optional.of(newest);
    }

    /** Whether a gate of it is being written now: until the answer is there nothing is decided about gates. */
    public boolean writingGates() {
        return !inFlight.isEmpty();
    }

    /** A gate is being written there. */
    public void begin(String cluster) {
        inFlight.add(cluster);
    }

    /** It no longer is. */
    public void end(String cluster) {
        inFlight.remove(cluster);
    }

    /** The last decision about its gates, or null. */
    public @Nullable UngatingDecision last() {
        return last;
    }

    /** Remembers a decision; whether its situation is another one than that of the one before. */
    public boolean decided(UngatingDecision decision) {
        UngatingDecision before = last;
        last = decision;
        return before == null
                || !before.trail().situation().equals(decision.trail().situation());
    }

    /** Where it stands, in words. */
    public String placement() {
        return placement;
    }

    void placed(String words) {
        placement = words;
    }
}
