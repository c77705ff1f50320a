package dev.turnstile.core.ungating.simulation;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What must always hold, and the notes from which it is checked. */
final class Invariants {

    /** A gate that was really opened. */
    private record Opening(Instant decidedAt, String replica) {}

    private final Duration timeout;
    private final Map<Integer, List<Opening>> openings = new HashMap<>();
    private final Map<Integer, Set<String>> preempting = new HashMap<>();
    private final Set<String> openable = new HashSet<>();
    private final Set<String> closedAgain = new HashSet<>();
    private final Map<Integer, Integer> early = new HashMap<>();

    Invariants(Duration timeout) {
        this.timeout = timeout;
    }

    /**
     * A: one opening per window within one life, by the true time of the decisions, whatever the manager's clock said,
     * unless the opened one was closed again.
     */
    void opened(int life, Instant decidedAt, String replica) {
        List<Opening> ofLife = openings.computeIfAbsent(life, key -> new ArrayList<>());
        for (Opening earlier : ofLife) {
            Duration between = Duration.between(earlier.decidedAt(), decidedAt).abs();
            if (between.compareTo(timeout) < 0 && closedAgain.contains(earlier.replica())) {
                early.merge(life, 1, Integer::sum);
            } else if (between.compareTo(timeout) < 0) {
                throw new AssertionError("A: " + replica + " was opened " + between + " after " + earlier.replica()
                        + " in life " + life + ", time-out " + timeout);
            }
        }
        ofLife.add(new Opening(decidedAt, replica));
        openable.add(replica);
        closedAgain.remove(replica);
    }

    /** C: a replica that preempts was let through since it was made and since it was last evicted. */
    void preempted(int life, String replica, boolean gated) {
        if (gated && !openable.contains(replica)) {
            throw new AssertionError(
                    "C: " + replica + " preempts, and was not let through since it was made or evicted");
        }
        preempting.computeIfAbsent(life, key -> new HashSet<>()).add(replica);
    }

    /** Opened because the feature is off: not in anybody's turn. */
    void letThrough(String replica) {
        openable.add(replica);
    }

    void closed(String replica) {
        if (openable.remove(replica)) {
            closedAgain.add(replica);
        }
    }

    /** F: preemptions for nothing are fewer than the windows that passed, where the winner had to preempt as well. */
    void won(int life, String replica, Instant now) {
        List<Opening> ofLife = openings.getOrDefault(life, List.of());
        // a replica of an earlier life in a cluster out of reach cannot be stopped by anybody
        Set<String> started = new HashSet<>(preempting.getOrDefault(life, Set.of()));
        started.retainAll(ofLife.stream().map(Opening::replica).toList());
        if (!started.contains(replica) || ofLife.isEmpty()) {
            return;
        }
        Duration since = Duration.between(ofLife.getFirst().decidedAt(), now);
        long windows = since.toMillis() / timeout.toMillis() + 1 + early.getOrDefault(life, 0);
        if (started.size() - 1 > windows - 1) {
            throw new AssertionError("F: " + started + " preempted in " + windows + " windows, " + replica + " won");
        }
    }

    int openings() {
        return openings.values().stream().mapToInt(List::size).sum();
    }

    /** B: a replica that waited long enough was let through. */
    void waitedLongEnough(String replica) {
        if (!openable.contains(replica)) {
            throw new AssertionError("B: " + replica + " asked for more than its turn, and was never let through");
        }
    }
}
