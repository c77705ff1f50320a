package dev.turnstile.manager.console;

import dev.turnstile.manager.console.ConsoleView.TrailLine;
import java.time.Instant;
import java.util.List;

/**
 * Why a workload does not run, cluster by cluster.
 *
 * @param says the short answer
 * @param places the manager's cluster first, then those that have a replica
 * @param history what happened to it, newest first
 */
public record WorkloadView(String key, String says, List<Place> places, List<TrailLine> history) {

    /**
     * The workload in one cluster.
     *
     * @param state in a word or two
     * @param mood how it is with it: "good", "warn" or "bad"
     * @param reasons what keeps it waiting, flavor by flavor
     */
    public record Place(
            String cluster, String state, String mood, List<String> reasons, List<ConditionLine> conditions) {}

    /** A condition as {@code kubectl describe} shows it. */
    public record ConditionLine(String type, String status, String reason, String message, Instant since) {}
}
