package dev.turnstile.manager.console;

import java.time.Instant;
import java.util.List;

/**
 * Why a workload does not run, cluster by cluster.
 *
 * @param says the short answer
 * @param places the manager's cluster first, then those that it is offered to, or that have a replica
 * @param history what happened to it, newest first
 */
public record WorkloadView(
        String key,
        String clusterQueue,
        String localQueue,
        int priority,
        Instant created,
        String says,
        List<Place> places,
        List<HistoryLine> history) {

    /**
     * The workload in one cluster.
     *
     * @param state in a word or two
     * @param mood how it is with it: "good", "warn" or "bad"
     * @param says the same in a sentence
     * @param line where it stands in line; empty where it does not wait
     * @param reasons what its scheduler says, and its checks
     * @param flavors what it wants of each flavor, and what there is
     */
    public record Place(
            String cluster,
            String state,
            String mood,
            String says,
            String line,
            List<String> reasons,
            List<FlavorLine> flavors,
            List<ConditionLine> conditions) {}

    /**
     * One resource of one flavor.
     *
     * @param podSet whose
     * @param wanted for all its pods
     * @param free what could be reserved now without preempting anybody, borrowed quota included
     * @param says what that means
     * @param mood "good" where it fits, "warn" where it does not now, "bad" where it never will
     */
    public record FlavorLine(
            String podSet, String flavor, String resource, String wanted, String free, String says, String mood) {}

    /** A condition as {@code kubectl describe} shows it. */
    public record ConditionLine(String type, String status, String reason, String message, Instant since) {}

    /** Something that happened, or was decided, and in which cluster. */
    public record HistoryLine(Instant time, String where, String says) {}
}
