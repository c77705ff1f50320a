package dev.turnstile.core.placement;

import dev.turnstile.core.dispatch.Group;
import dev.turnstile.core.dispatch.Life;
import dev.turnstile.core.dispatch.LocalWorkload;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Decides where a dispatched workload runs.
 *
 * <p>Goal: it runs in exactly one cluster, the first that admitted it, and nothing dispatched is lost. Constraints:
 * objects of others are never touched; a cluster out of reach holds up no other; a worker that comes back never takes
 * the job from the present winner; while the workload may not run there are no replicas. Steps:
 *
 * <ol>
 *   <li>The life of the local workload is over ({@link Life.Ended}) → remove all that is ours, forget the placement.
 *   <li>It is placed → {@link WinnerWatch}: finished, evicted, gone, lost, or running.
 *   <li>The check is pending but a placement or an opened gate of an earlier life is still written → as in the first
 *       step.
 *   <li>Else → {@link Contest}: a winner, or replicas where it is nominated and none elsewhere.
 * </ol>
 *
 * <p>Example: clusters a, b, c; {@code a} won and is unreachable since 12:00, worker-lost time-out 15 min. 12:10:
 * running, look again at 12:15. 12:15: check Retry, "Admitting remote lost". The local workload is evicted: withdrawn,
 * {@code a} is noted for later. New reservation, nominated [b, c], {@code c} is admitted: won, replica on {@code b}
 * deleted, job made on {@code c}. {@code a} is back with its old replica and job: both deleted, {@code c} stays the
 * winner.
 */
public final class Placement {

    private Placement() {}

    public static PlacementDecision decide(Group group, PlacementSettings settings, Instant now) {
        LocalWorkload local = group.local();
        if (local.life() instanceof Life.Ended ended) {
            return withdrawn(group, ended.why());
        }
        if (local.placed()) {
            return WinnerWatch.decide(group, settings, now);
        }
        if (local.clusterName().isPresent()) {
            return withdrawn(
                    group, "the placement on \"" + local.clusterName().get() + "\" belongs to an earlier reservation");
        }
        if (local.remembersAnotherLife()) {
            return withdrawn(group, "its nomination belongs to an earlier reservation");
        }
        return Contest.decide(group, settings, now);
    }

    private static PlacementDecision withdrawn(Group group, String why) {
        LocalWorkload local = group.local();
        List<PlacementEffect> effects = new ArrayList<>();
        boolean placementWritten =
                local.clusterName().isPresent() || !local.nominated().isEmpty();
        if (local.exists() && local.finished().isEmpty() && placementWritten) {
            effects.add(new PlacementEffect.ClearPlacement());
        }
        effects.addAll(Leftovers.removal(group, cluster -> true));
        List<String> later = Leftovers.outOfReach(group, cluster -> true);
        String rest = later.isEmpty() ? "" : "; out of reach, removed later: " + later;
        return new PlacementDecision.Withdrawn(effects, later, "nothing of it may run remotely: " + why + rest);
    }
}
