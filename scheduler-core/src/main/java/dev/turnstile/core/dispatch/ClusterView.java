package dev.turnstile.core.dispatch;

import java.time.Instant;
import java.util.Optional;

/**
 * One cluster with what is known of the workload there.
 *
 * @param configured whether the MultiKueueConfig names it (still)
 * @param remote what it has under the workload's name
 * @param job what it has under the job's name
 * @param reading the last direct read of the job, if there was one
 * @param refusal what its API server refuses to create, as far as this process has tried
 */
public record ClusterView(
        String name,
        boolean configured,
        Connection connection,
        Remote remote,
        RemoteJob job,
        Optional<JobReading> reading,
        Optional<Refusal> refusal) {

    /** A cluster of which only the connection is known. */
    public static ClusterView unseen(String name, boolean configured, Connection connection) {
        return new ClusterView(
                name,
                configured,
                connection,
                new Remote.Unknown(),
                new RemoteJob.Absent(),
                Optional.empty(),
                Optional.empty());
    }

    /** Whether it refused the job a short while ago, so that the workload is not offered to it now. */
    public boolean avoidedAt(Instant now) {
        return refusal.filter(refused -> refused.avoidedAt(now)).isPresent();
    }

    public boolean connected() {
        return connection instanceof Connection.Connected;
    }

    public Optional<Replica> replica() {
        return remote instanceof Replica replica ? Optional.of(replica) : Optional.empty();
    }

    /** Nothing of ours is there, as far as can be seen now: whatever is created next belongs to the present life. */
    public boolean clean() {
        return connected()
                && !(remote instanceof Replica)
                && !(remote instanceof Remote.Unknown)
                && !(job instanceof RemoteJob.Ours);
    }

    /** Words for the object of somebody else that is in our way, if there is one. */
    public Optional<String> taken() {
        if (remote instanceof Remote.Foreign foreign) {
            return Optional.of(foreign.description());
        }
        return job instanceof RemoteJob.Foreign foreign ? Optional.of(foreign.description()) : Optional.empty();
    }
}
