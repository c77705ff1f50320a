package dev.turnstile.core.dispatch;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Offers the workload to every connected cluster of the config at once.
 *
 * <p>Goal: the earliest start anywhere. Constraint: only clusters in which nothing of ours is left are added. Steps:
 * take the nominated ones and all that may be added, in the order of the config.
 *
 * <p>Example: config {@code [a, b, c]}, {@code b} not connected, nothing nominated: nominate {@code [a, c]}. When
 * {@code b} is back and what it had is removed: nominate {@code [a, b, c]}.
 */
public record AllAtOnceDispatcher() implements OfferingDispatcher {

    public static final String NAME = "kueue.x-k8s.io/multikueue-dispatcher-all-at-once";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Nomination offer(Group group, List<String> addable, Instant now) {
        return new Nomination.Nominate(
                Offer.joined(group, addable), "offered to all connected clusters, new: " + addable, Optional.empty());
    }
}
