package dev.turnstile.manager.console;

import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * All that the console shows at one moment.
 *
 * @param clusters the worker clusters in the order of their names
 * @param groups by {@code namespace/name}: the workloads that are dispatched, or wait for it
 * @param queues by cluster: its cohort trees
 * @param decisions what was decided about gates lately, oldest first, also about workloads that are gone
 */
public record ConsoleView(
        List<ClusterCard> clusters,
        SortedMap<String, GroupRow> groups,
        SortedMap<String, ClusterQueues> queues,
        List<Decision> decisions) {

    /**
     * A worker cluster.
     *
     * @param state {@code Connected}, {@code Connecting}, {@code Lost}
     * @param message what is wrong with it; empty where nothing is
     * @param lagMillis how long its last answer took; null where it gave none
     */
    public record ClusterCard(
            String name,
            String state,
            String message,
            @Nullable Long lagMillis,
            ClusterCounts counts,
            List<QuotaBar> quotas) {}

    /** Workloads of a cluster by what they do. */
    public record ClusterCounts(int pending, int gated, int preempting, int running) {}

    /**
     * Quota of one flavor and resource.
     *
     * @param nominal as Kubernetes prints it, as the other amounts
     * @param borrowed empty where nothing is
     * @param lent empty where nothing is; "up to" an amount, or from one to another, where nobody can know
     * @param filled the part of the bar that is used within nominal quota, 0 to 1
     * @param over the part of the bar that is borrowed, 0 to 1
     * @param away the part of the bar that is lent, at most, 0 to 1
     */
    public record QuotaBar(
            String flavor,
            String resource,
            String nominal,
            String used,
            String borrowed,
            String lent,
            double filled,
            double over,
            double away) {}

    /**
     * A workload of the manager's cluster and its replicas.
     *
     * @param state {@code waiting} or {@code running}
     * @param says what is decided about it now, in words
     * @param winner the cluster that runs it; empty while none does
     */
    public record GroupRow(
            String key,
            String clusterQueue,
            int priority,
            String state,
            Instant since,
            String says,
            String winner,
            List<ReplicaLane> replicas,
            List<TrailLine> trail) {}

    /**
     * A replica over time.
     *
     * @param signalled since when it says that it needs preemption
     * @param opened since when its gate is open
     * @param admitted since when it is admitted
     * @param until when its time slot ends
     * @param preempting whether it waits for its victims to go
     * @param says what it does now, in words
     */
    public record ReplicaLane(
            String cluster,
            @Nullable Instant signalled,
            @Nullable Instant opened,
            @Nullable Instant admitted,
            @Nullable Instant until,
            boolean preempting,
            String says) {}

    /** Something that was decided or that happened. */
    public record TrailLine(Instant time, String says) {}

    /** Something that was decided about the gates of a workload. */
    public record Decision(Instant time, String key, String says) {}

    /** The cohort trees of one cluster. */
    public record ClusterQueues(String cluster, List<QueueNode> roots) {}

    /**
     * A Cohort or ClusterQueue.
     *
     * @param kind {@code Cohort} or {@code ClusterQueue}
     * @param says why it admits nothing; empty where it does
     * @param next who is to come, the head first
     */
    public record QueueNode(
            String kind,
            String name,
            int pending,
            int admitted,
            String says,
            List<QuotaBar> quotas,
            List<NextWorkload> next,
            List<QueueNode> children) {}

    /**
     * A waiting workload.
     *
     * @param known whether the manager's cluster has a workload of that name, whose page can be shown
     */
    public record NextWorkload(String key, int priority, String says, boolean known) {}
}
