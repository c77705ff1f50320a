package dev.turnstile.core.placement;

import dev.turnstile.core.dispatch.CheckMessage;
import dev.turnstile.core.dispatch.Finish;
import dev.turnstile.vocabulary.CheckState;

/**
 * One write. Effects are applied in the order of the list: one on the local workload that fails stops all that follow;
 * one in a cluster that fails stops only what follows in that cluster, so that a dead cluster delays no other.
 */
public sealed interface PlacementEffect {

    /** A write to the local workload. Each is one status patch, guarded by the version of the local view. */
    sealed interface Local extends PlacementEffect {}

    /** A request to a cluster, in its lane. */
    sealed interface InCluster extends PlacementEffect {

        String cluster();
    }

    /**
     * {@code clusterName} set, {@code nominatedClusterNames} removed, check {@code Ready} with this message: one patch.
     */
    record DeclareWinner(String cluster) implements Local {
        /** The message of the check. */
        public CheckMessage message() {
            return new CheckMessage.Placed(cluster);
        }
    }

    /** State and message of our check. */
    record SetCheck(CheckState state, CheckMessage message) implements Local {}

    /** The replica finished: {@code Finished=True} with its reason and message. */
    record FinishLocal(Finish finish) implements Local {}

    /** {@code clusterName} and {@code nominatedClusterNames} removed: the next life starts with a clean slate. */
    record ClearPlacement() implements Local {}

    /**
     * Spec, labels and constraint annotations of the local workload, our gate among its gates if asked for: one write.
     */
    record CreateReplica(String cluster, boolean gated) implements InCluster {}

    /** Spec changed where it may; the gates of the replica stay as they are. */
    record UpdateReplica(String cluster, String uid, String version) implements InCluster {}

    /** Guarded by uid: an object that was created again under the same name is not meant. */
    record DeleteReplica(String cluster, String uid) implements InCluster {}

    record CreateJob(String cluster) implements InCluster {}

    record DeleteJob(String cluster) implements InCluster {}

    /** The remote job is read from its API server; what is found becomes the reading of the cluster's view. */
    record ReadJob(String cluster, String cause) implements InCluster {}

    /** A write to the local job. */
    sealed interface OnJob extends PlacementEffect {}

    /** The status of the remote job while it runs. An end that it shows waits for the replica's. */
    record CopyJobStatus(String cluster) implements OnJob {}

    /**
     * The last status of the remote job as it was read. Where the reading shows no end, the local job is declared
     * Complete or Failed with this reason and message.
     */
    record EndJob(String cluster, Finish finish) implements OnJob {}
}
