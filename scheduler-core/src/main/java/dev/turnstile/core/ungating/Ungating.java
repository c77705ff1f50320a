package dev.turnstile.core.ungating;

import dev.turnstile.core.dispatch.ClusterView;
import dev.turnstile.core.dispatch.Gate;
import dev.turnstile.core.dispatch.Group;
import dev.turnstile.core.dispatch.Life;
import dev.turnstile.core.dispatch.LocalWorkload;
import dev.turnstile.core.dispatch.RememberedUngating;
import dev.turnstile.core.dispatch.Replica;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Decides which replica of a waiting workload may preempt next.
 *
 * <p>Goal: every replica that would preempt gets its turn, and at most one gate is opened per time-out within one life
 * of the local workload, whatever crashes, disconnects, reorders or repeats. Constraints: first come, first served, by
 * what the workers wrote; only what is connected can be opened; an opening is remembered in the local workload before
 * it is made; lives are compared for equality and remembered times only ever move forward, so that a clock set back
 * makes a window longer, never shorter. Steps:
 *
 * <ol>
 *   <li>The life is over, or the workload is placed: forget what was remembered.
 *   <li>The feature is off, or has just been turned on: {@link FeatureSwitch}.
 *   <li>A reachable replica is admitted: it wins, nobody is opened.
 *   <li>{@link OpeningTurn}: wait for a reservation, retry, wait for the window or the grace period, or open the first
 *       that asks.
 * </ol>
 *
 * <p>Example: time-out 5 min; {@code a} asked at 12:00:01, {@code b} at 12:00:02. 12:00:03: open {@code a}, look again
 * at 12:05:03. 12:01: {@code b} is deferred until 12:05:03. {@code a} has not been admitted by then: open {@code b}. At
 * 12:06 {@code a} gets quota but waits for a check of its own: nobody else is opened until 12:11, the time-out after
 * that reservation.
 */
public final class Ungating {

    private Ungating() {}

    /** Decides in a process that has seen the group all its life. */
    static UngatingDecision decide(
            Group group, UngatingSettings settings, Optional<OpeningAttempt> lastAttempt, Instant now) {
        return decide(group, settings, lastAttempt, Instant.MIN, now);
    }

    /**
     * Decides.
     *
     * @param lastAttempt what this process knows of its last try to open a gate of this group
     * @param since when this process saw the group first
     */
    public static UngatingDecision decide(
            Group group, UngatingSettings settings, Optional<OpeningAttempt> lastAttempt, Instant since, Instant now) {
        LocalWorkload local = group.local();
        Optional<RememberedUngating> remembered = local.lastUngated();
        return switch (local.life()) {
            case Life.Ended ended -> over(group, ended.why(), local.reservationOver());
            case Life.Present life -> {
                if (local.clusterName().isPresent()) {
                    yield placed(group, local.clusterName().get());
                }
                if (local.remembersAnotherLife()) {
                    yield over(group, "what is remembered belongs to an earlier reservation", true);
                }
                yield settings.orchestratedPreemption()
                        ? orchestrated(group, settings, remembered, life, lastAttempt, since, now)
                        : FeatureSwitch.off(group, life.id(), now);
            }
        };
    }

    private static UngatingDecision over(Group group, String why, boolean forgettable) {
        Trail trail = new Trail(List.of(), "nobody is let through: " + why, "over: " + why);
        // What is remembered protects from the openings of that life, so it goes last: after the nomination.
        boolean last = group.local().nominated().isEmpty();
        return group.local().lastUngated().isPresent() && forgettable && last
                ? new UngatingDecision.Forget(group.local().version(), trail)
                : new UngatingDecision.Idle(trail);
    }

    private static UngatingDecision placed(Group group, String winner) {
        boolean evictedAndClosed = group.cluster(winner)
                .flatMap(ClusterView::replica)
                .filter(replica -> replica.evicted() && !(replica.gate() instanceof Gate.Open))
                .isPresent();
        if (evictedAndClosed) {
            return over(group, "\"" + winner + "\" evicted it and closed its gate", true);
        }
        return new UngatingDecision.Idle(
                new Trail(List.of(), "nobody is let through: placed on \"" + winner + "\"", "placed"));
    }

    private static UngatingDecision orchestrated(
            Group group,
            UngatingSettings settings,
            Optional<RememberedUngating> remembered,
            Life.Present life,
            Optional<OpeningAttempt> lastAttempt,
            Instant since,
            Instant now) {
        Optional<UngatingDecision> switched = FeatureSwitch.on(group, remembered);
        if (switched.isPresent()) {
            return switched.get();
        }
        List<Asking> asking = Asking.of(group);
        Optional<String> settled = settled(group);
        if (settled.isPresent()) {
            return new UngatingDecision.Idle(
                    new Trail(Asking.entries(asking), "nobody is let through: " + settled.get(), settled.get()));
        }
        LastOpening last = remembered
                .map(memory -> LastOpening.of(
                        group, memory, lastAttempt, settings.singleClusterPreemptionTimeout(), since, now))
                .orElseGet(LastOpening.Nothing::new);
        return new OpeningTurn(group, settings, life, last, asking, lastAttempt, now).decide();
    }

    private static Optional<String> settled(Group group) {
        for (ClusterView cluster : group.nominatedClusters()) {
            Optional<Replica> replica = cluster.replica().filter(seen -> cluster.connected());
            if (replica.filter(Replica::runs).isPresent()) {
                return Optional.of("admitted on \"" + cluster.name() + "\", which wins");
            }
            if (replica.flatMap(Replica::finished).isPresent()) {
                return Optional.of(
                        "finished on \"" + cluster.name() + "\" before it was placed, its replica is replaced");
            }
        }
        return Optional.empty();
    }
}
