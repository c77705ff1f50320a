package dev.turnstile.core.dispatch;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Offers the workload to a few clusters, and to a few more after every round in which none of them took it.
 *
 * <p>Goal: fewer replicas that wait and are never admitted. Constraints: order of the config; nominated clusters stay
 * nominated; a round lasts its full time, however often we are asked. Steps: nothing nominated yet → the first
 * {@code step} clusters that may be added; else, once the round since the last nomination is over → the next
 * {@code step}; none left → keep.
 *
 * <p>Example: step 2, round 5 min, config {@code [a, b, c, d, e]}. 12:00 {@code [a, b]}; asked again at 12:03: keep,
 * look again at 12:05; 12:05 {@code [a, b, c, d]}; 12:10 all five, nothing more to wait for.
 */
public record IncrementalDispatcher(int step, Duration round) implements OfferingDispatcher {

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

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Nomination offer(Group group, List<String> addable, Instant now) {
        Optional<Instant> roundEnds = group.local().nominatedAt().map(since -> since.plus(round));
        if (!group.local().nominated().isEmpty() && roundEnds.isPresent() && now.isBefore(roundEnds.get())) {
            return new Nomination.Keep(
                    "offered to " + group.local().nominated() + ", next ones at " + roundEnds.get(), roundEnds);
        }
        List<String> added = addable.subList(0, Math.min(step, addable.size()));
        Optional<Instant> nextRound = added.size() < addable.size() ? Optional.of(now.plus(round)) : Optional.empty();
        return new Nomination.Nominate(
                Offer.joined(group, added), "offered to the next " + added.size() + ": " + added, nextRound);
    }
}
