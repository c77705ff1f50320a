package dev.turnstile.core.dispatch;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Offers the workload to a few clusters, and to a few more after every round in which none of them took it.
 *
 * <p>Goal: fewer replicas that wait and are never admitted. Constraints: order of the config; nominated clusters stay
 * nominated; a round lasts its full time, however often we are asked. Where placements without preemption are preferred
 * it ends as soon as every cluster that was offered the workload has said that it would have to preempt, and no gate is
 * open: the next ones are tried before one may. Steps: nothing nominated yet → the first {@code step} clusters that may
 * be added; else, once the round since the last nomination is over → the next {@code step}; none left → keep.
 *
 * <p>Example: step 2, round 5 min, config {@code [a, b, c, d, e]}. 12:00 {@code [a, b]}; asked again at 12:03: keep,
 * look again at 12:05; 12:05 {@code [a, b, c, d]}; 12:10 all five, nothing more to wait for.
 */
public record IncrementalDispatcher(int step, Duration round, Rounds rounds) implements OfferingDispatcher {

    /** How long a round lasts. */
    public enum Rounds {
        /** Its full time. */
        FULL,
        /** Until no cluster of it can run the workload without preemption. */
        WITHOUT_PREEMPTION
    }

    public static final String NAME = "kueue.x-k8s.io/multikueue-dispatcher-incremental";
    public static final int DEFAULT_STEP = 3;
    public static final Duration DEFAULT_ROUND = Duration.ofMinutes(5);

    public IncrementalDispatcher {
        if (step < 1) {
            throw new IllegalArgumentException("incremental dispatcher: step is " + step + "; it must be at least 1");
        }
        if (round.isNegative() || round.isZero()) {
            throw new IllegalArgumentException("incremental dispatcher: round is " + round + "; it must be positive");
        }
    }

    /** Whose rounds last their full time. */
    public IncrementalDispatcher(int step, Duration round) {
        this(step, round, Rounds.FULL);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Nomination offer(Group group, List<String> addable, Instant now) {
        Optional<Instant> roundEnds = group.local().nominatedAt().map(since -> since.plus(round));
        boolean goesOn = roundEnds.filter(now::isBefore).isPresent() && !wouldPreemptEverywhere(group);
        if (!group.local().nominated().isEmpty() && goesOn) {
            return new Nomination.Keep(
                    "offered to " + group.local().nominated() + ", next ones at " + roundEnds.orElseThrow(), roundEnds);
        }
        List<String> added = addable.subList(0, Math.min(step, addable.size()));
        Optional<Instant> nextRound = added.size() < addable.size() ? Optional.of(now.plus(round)) : Optional.empty();
        return new Nomination.Nominate(
                Offer.joined(group, added), "offered to the next " + added.size() + ": " + added, nextRound);
    }

    /** Whether every cluster that can be read has answered, one at least by asking to preempt, and no gate is open. */
    private boolean wouldPreemptEverywhere(Group group) {
        if (rounds == Rounds.FULL) {
            return false;
        }
        List<ClusterView> offered = group.nominatedClusters().stream()
                .filter(cluster -> cluster.connected() && !(cluster.remote() instanceof Remote.Foreign))
                .toList();
        return offered.stream().anyMatch(cluster -> is(cluster, Replica::asksForPreemption))
                && offered.stream().allMatch(cluster -> is(cluster, IncrementalDispatcher::waitsWithoutHope));
    }

    private static boolean waitsWithoutHope(Replica replica) {
        return replica.evaluated() && !replica.holdsQuota() && !(replica.gate() instanceof Gate.Open);
    }

    private static boolean is(ClusterView cluster, Predicate<Replica> wanted) {
        return cluster.replica().filter(wanted).isPresent();
    }
}
