package dev.turnstile.core.placement;

import dev.turnstile.core.dispatch.ClusterView;
import dev.turnstile.core.dispatch.Gate;
import dev.turnstile.core.dispatch.Group;
import dev.turnstile.core.dispatch.Life;
import dev.turnstile.core.dispatch.LocalWorkload;
import dev.turnstile.core.dispatch.RememberedUngating;
import dev.turnstile.core.dispatch.RemoteJob;
import dev.turnstile.core.dispatch.Replica;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the manager's decisions and writes leave in a group only for a moment. Where it stays, an event was lost, or a
 * write is refused for ever.
 *
 * @param cluster where it is; empty where it is about the local workload
 * @param words what it is, equal for as long as it is the same
 */
public record GroupFault(Kind kind, String cluster, String words) {

    /** What is wrong. */
    public enum Kind {
        /** A workload holds quota for its check, and nothing was ever decided about it. */
        UNDECIDED,
        /** A replica is where its workload neither is offered nor runs, or has no workload. */
        REPLICA_WITHOUT_OWNER,
        /** A gate is open, and the local workload does not remember it. */
        GATE_NOT_REMEMBERED,
        /** A remote job has no replica beside it. */
        JOB_WITHOUT_REPLICA
    }

    /**
     * The faults of a group, in the clusters that are connected: of others nothing is known.
     *
     * @param decided whether this process has decided about it since it knows it
     * @param orchestrated whether gates mean anything
     */
    public static List<GroupFault> of(Group group, boolean decided, boolean orchestrated) {
        LocalWorkload local = group.local();
        List<GroupFault> faults = new ArrayList<>();
        if (local.life() instanceof Life.Present && !decided) {
            faults.add(new GroupFault(Kind.UNDECIDED, "", "it holds quota, and nothing was decided about it"));
        }
        for (ClusterView cluster : group.clusters()) {
            if (cluster.connected()) {
                cluster.replica().ifPresent(replica -> of(group, cluster, replica, orchestrated, faults));
                if (cluster.job() instanceof RemoteJob.Ours && cluster.replica().isEmpty()) {
                    faults.add(new GroupFault(
                            Kind.JOB_WITHOUT_REPLICA,
                            cluster.name(),
                            "the remote job on \"" + cluster.name() + "\" has no replica"));
                }
            }
        }
        return faults;
    }

    private static void of(
            Group group, ClusterView cluster, Replica replica, boolean orchestrated, List<GroupFault> faults) {
        LocalWorkload local = group.local();
        boolean lives = local.life() instanceof Life.Present;
        boolean wanted = lives
                && (group.nominated(cluster)
                        || local.clusterName().filter(cluster.name()::equals).isPresent());
        String named = "replica " + replica.uid() + " on \"" + cluster.name() + "\"";
        if (!wanted) {
            faults.add(new GroupFault(
                    Kind.REPLICA_WITHOUT_OWNER, cluster.name(), named + " is neither offered nor placed there"));
        } else if (orchestrated
                && replica.gate() instanceof Gate.Open(Instant since)
                && !remembers(local.lastUngated(), replica.uid(), since)) {
            faults.add(new GroupFault(
                    Kind.GATE_NOT_REMEMBERED,
                    cluster.name(),
                    "the gate of " + named + " is open since " + since + ", and not remembered"));
        }
    }

    /** What is remembered is the last opening: an earlier one may be open still. Gates show whole seconds. */
    private static boolean remembers(Optional<RememberedUngating> remembered, String replica, Instant since) {
        return remembered
                .filter(memory -> switch (memory) {
                    case RememberedUngating.EveryGate ignored -> true;
                    case RememberedUngating.OneGate one ->
                        one.replica().equals(replica) || !since.isAfter(one.at().truncatedTo(ChronoUnit.SECONDS));
                })
                .isPresent();
    }
}
