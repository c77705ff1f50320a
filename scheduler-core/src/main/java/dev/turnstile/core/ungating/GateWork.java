package dev.turnstile.core.ungating;

import dev.turnstile.core.dispatch.Group;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What one process knows of its own writes to the gates of one group. A process that starts knows of none; what it has
 * to know of those before it is in the annotation.
 *
 * @param since when this process saw the group first: whatever was written without an answer before, was written by
 *     then
 * @param attempt the last try to open a single gate
 * @param underWay clusters in which a gate is being written
 */
public record GateWork(Instant since, Optional<OpeningAttempt> attempt, Set<String> underWay) {

    public GateWork {
        underWay = Set.copyOf(underWay);
    }

    /** Nothing is known, and nothing under way, of a group that is seen for the first time now. */
    public static GateWork begins(Instant now) {
        return new GateWork(now, Optional.empty(), Set.of());
    }

    /** What is to be done now; empty until every write is answered, since it would be decided from half the facts. */
    public Optional<UngatingDecision> decide(Group group, UngatingSettings settings, Instant now) {
        return underWay.isEmpty()
                ? Optional.of(Ungating.decide(group, settings, attempt, since, now))
                : Optional.empty();
    }

    /** These writes begin. */
    public GateWork begun(List<GateOrder> orders) {
        Set<String> more = new TreeSet<>(underWay);
        orders.forEach(order -> more.add(order.cluster()));
        return new GateWork(since, attempt, more);
    }

    /** One write was answered, or it is known that no answer will come. */
    public GateWork answered(GateOrder order, OpeningAttempt.Outcome outcome, Instant now) {
        Set<String> rest = new TreeSet<>(underWay);
        rest.remove(order.cluster());
        Optional<OpeningAttempt> newest =
                order.opening().map(opening -> OpeningAttempt.after(attempt, opening, now, outcome));
        return new GateWork(since, newest.or(() -> attempt), rest);
    }
}
