package dev.turnstile.core.ungating;

import dev.turnstile.core.dispatch.ClusterView;
import dev.turnstile.core.dispatch.Gate;
import dev.turnstile.core.dispatch.Group;
import dev.turnstile.core.dispatch.LocalWorkload;
import dev.turnstile.core.dispatch.RememberedUngating;
import dev.turnstile.core.dispatch.Replica;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The feature is turned off or on while replicas wait.
 *
 * <p>Goal: nobody is left behind a gate that nobody opens, and once the feature is on, nobody preempts unasked. Steps:
 * off → open every closed gate of ours, after a note in the annotation that says so. On → replicas without quota get
 * our gate if they have none, and lose the opening that they owe to that note; those that hold quota stay as they are.
 * The note stays, and counts as the previous opening.
 *
 * <p>Example: a and b wait closed. 12:00 off: both opened, annotation {@code feature=off}. 12:01 {@code a} holds quota.
 * 12:02 on: {@code b} is closed again, {@code a} is left alone. {@code b} asks: it is opened at 12:06, the time-out
 * after the reservation of {@code a}.
 */
final class FeatureSwitch {

    private FeatureSwitch() {}

    static UngatingDecision off(Group group, Instant life, Instant now) {
        List<GateTarget> closed = targets(group, replica -> replica.gate() instanceof Gate.Closed);
        if (closed.isEmpty()) {
            return new UngatingDecision.Idle(new Trail(
                    Asking.entries(Asking.of(group)), "orchestrated preemption is off, no gate is closed", "off"));
        }
        LocalWorkload local = group.local();
        String words = "orchestrated preemption is off: opening the gates on " + names(closed);
        return new UngatingDecision.OpenEveryGate(
                closed,
                local.version(),
                new RememberedUngating.EveryGate(life, now),
                new Trail(Asking.entries(Asking.of(group)), words, words));
    }

    /** What is left to do since the feature was turned on; empty where nothing is. */
    static Optional<UngatingDecision> on(Group group, Optional<RememberedUngating> remembered) {
        boolean wasOff = remembered
                .filter(RememberedUngating.EveryGate.class::isInstance)
                .isPresent();
        List<GateTarget> add = targets(group, replica -> replica.gate() instanceof Gate.None && !replica.holdsQuota());
        List<GateTarget> close = wasOff
                ? targets(group, replica -> replica.gate() instanceof Gate.Open && !replica.holdsQuota())
                : List.of();
        List<Trail.Asking> asking = Asking.entries(Asking.of(group));
        if (!add.isEmpty() || !close.isEmpty()) {
            String words = "orchestrated preemption is on: adding the gate on " + names(add) + ", closing it on "
                    + names(close);
            return Optional.of(new UngatingDecision.Regate(add, close, new Trail(asking, words, words)));
        }
        return Optional.empty();
    }

    private static List<GateTarget> targets(Group group, Predicate<Replica> wanted) {
        return group.nominatedClusters().stream()
                .filter(ClusterView::connected)
                .flatMap(cluster -> cluster
                        .replica()
                        .filter(replica -> replica.finished().isEmpty())
                        .filter(wanted)
                        .map(replica -> new GateTarget(cluster.name(), replica.uid(), replica.version()))
                        .stream())
                .toList();
    }

    private static List<String> names(List<GateTarget> targets) {
        return targets.stream().map(GateTarget::cluster).toList();
    }
}
