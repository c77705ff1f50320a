package dev.turnstile.worker;

import static dev.turnstile.worker.WorkerCluster.condition;
import static dev.turnstile.worker.WorkerCluster.eventually;
import static dev.turnstile.worker.WorkerCluster.quota;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** Queues that share: they borrow, take back what is theirs, and share what is nobody's. */
@Timeout(300)
class CohortStoriesIT {
    private static final String RECLAIMS = "cohortName: all, preemption: {reclaimWithinCohort: Any},";

    private static JsonNode usage(WorkerCluster cluster, String clusterQueue) {
        return cluster.get(WorkerCluster.CLUSTER_QUEUE, "", clusterQueue).at("/status/flavorsUsage/0/resources/0");
    }

    private static void eventuallyUses(WorkerCluster cluster, String clusterQueue, String total, String borrowed) {
        eventually(clusterQueue + " uses " + total + ", of that " + borrowed + " borrowed", () -> {
            JsonNode usage = usage(cluster, clusterQueue);
            return usage.path("total").asString("").equals(total)
                    && usage.path("borrowed").asString("").equals(borrowed);
        });
    }

    @Test
    void whoNeedsMoreBorrowsAndWhoOwnsItTakesItBack() {
        try (WorkerCluster cluster = WorkerCluster.chosen("")) {
            cluster.flavor();
            cluster.queue("left", "left", quota("2", ""), RECLAIMS);
            cluster.queue("right", "right", quota("2", ""), RECLAIMS);
            cluster.job("right", "big", 3, "", "");
            cluster.eventuallyRuns("big");
            eventuallyUses(cluster, "right", "3", "1");

            cluster.job("left", "small", 1, "", "");
            cluster.eventuallyRuns("small");
            assertThat(cluster.runs("big")).as("there was enough for both").isTrue();
            cluster.job("left", "owner", 1, "", "");
            cluster.eventuallyRuns("owner");

            cluster.eventuallyWaits("big", "WaitingForQuota");
            assertThat(condition(cluster.workloadOf("big"), "Preempted"))
                    .startsWith("True InCohortReclamation Preempted to accommodate a workload")
                    .contains("due to reclamation within the cohort", "preemptor path: /all/left");
            eventuallyUses(cluster, "left", "2", "0");
            eventuallyUses(cluster, "right", "0", "0");

            cluster.finish("owner", 1);
            cluster.eventuallyRuns("big");
            eventuallyUses(cluster, "right", "3", "1");
        }
    }

    @Test
    void limitsAreKeptOnBothSides() {
        try (WorkerCluster cluster = WorkerCluster.chosen("")) {
            cluster.flavor();
            cluster.queue("lender", "lender", quota("4", "lendingLimit: '3'"), RECLAIMS);
            cluster.queue("shy", "shy", quota("1", "borrowingLimit: '1'"), RECLAIMS);
            cluster.queue("bold", "bold", quota("0", ""), RECLAIMS);

            cluster.job("shy", "three", 3, "", "");
            cluster.eventuallyWaits("three", "ExceedsMaxQuota");
            cluster.job("shy", "two", 2, "", "");
            cluster.eventuallyRuns("two");
            eventuallyUses(cluster, "shy", "2", "1");

            cluster.job("bold", "four", 4, "", "");
            cluster.eventuallyWaits("four", "WaitingForQuota");
            cluster.job("bold", "rest", 2, "", "");
            cluster.eventuallyRuns("rest");
            cluster.job("bold", "more", 1, "", "");
            cluster.eventuallyWaits("more", "WaitingForQuota");
            cluster.job("lender", "own", 1, "", "");
            cluster.eventuallyRuns("own");
            assertThat(cluster.runs("two") && cluster.runs("rest"))
                    .as("what is not lent is its owner's without a preemption")
                    .isTrue();
        }
    }

    @Test
    void aCohortHasQuotaOfItsOwnForAllBelowIt() {
        try (WorkerCluster cluster = WorkerCluster.chosen("")) {
            cluster.flavor();
            cluster.create(WorkerCluster.COHORT, "", "{metadata: {name: company}, spec: {" + quota("3", "") + "}}");
            cluster.create(WorkerCluster.COHORT, "", "{metadata: {name: left}, spec: {parentName: company}}");
            cluster.queue("research", "research", quota("1", ""), "cohortName: left,");
            cluster.queue("sales", "sales", quota("0", ""), "cohortName: company,");

            cluster.job("research", "large", 3, "", "");
            cluster.eventuallyRuns("large");
            cluster.job("sales", "two", 2, "", "");
            cluster.eventuallyWaits("two", "WaitingForQuota");
            cluster.job("sales", "one", 1, "", "");
            cluster.eventuallyRuns("one");

            cluster.patch(WorkerCluster.COHORT, "", "company", "{spec: {" + quota("5", "") + "}}");
            cluster.eventuallyRuns("two");
        }
    }

    private static long running(WorkerCluster cluster, String queue, int jobs) {
        return IntStream.range(0, jobs)
                .filter(i -> cluster.runs(queue + "-" + i))
                .count();
    }

    private static int share(WorkerCluster cluster, String clusterQueue) {
        return cluster.get(WorkerCluster.CLUSTER_QUEUE, "", clusterQueue)
                .at("/status/fairSharing/weightedShare")
                .asInt(-1);
    }

    private static void eventuallyShare(WorkerCluster cluster, int left, int right) {
        eventually(
                "left has " + left + ", right has " + right,
                () -> cluster.used("left").equals(Integer.toString(left))
                        && cluster.used("right").equals(Integer.toString(right))
                        && running(cluster, "left", 6) == left
                        && running(cluster, "right", 6) == right);
    }

    @Test
    void whatIsNobodysIsSharedFairlyAndByWeight() {
        try (WorkerCluster cluster = WorkerCluster.chosen("fairSharing: {}")) {
            cluster.flavor();
            cluster.queue("pool", "pool", quota("6", ""), "cohortName: all,");
            cluster.queue("left", "left", quota("0", ""), RECLAIMS);
            cluster.queue("right", "right", quota("0", ""), RECLAIMS);
            for (int i = 0; i < 6; i++) {
                cluster.job("left", "left-" + i, 1, "", "");
                cluster.eventuallyRuns("left-" + i);
            }
            eventually("all is left's", () -> share(cluster, "left") == 1000);

            for (int i = 0; i < 6; i++) {
                cluster.job("right", "right-" + i, 1, "", "");
            }

            eventuallyShare(cluster, 3, 3);
            eventually("they say so", () -> share(cluster, "left") == 500 && share(cluster, "right") == 500);
            String victim = IntStream.range(0, 6)
                    .mapToObj(i -> "left-" + i)
                    .filter(job -> !cluster.runs(job))
                    .findFirst()
                    .orElseThrow();
            assertThat(condition(cluster.workloadOf(victim), "Preempted")).startsWith("True InCohortFairSharing");

            cluster.patch(WorkerCluster.CLUSTER_QUEUE, "", "left", "{spec: {fairSharing: {weight: '2'}}}");

            eventuallyShare(cluster, 4, 2);
            eventually("they say so", () -> share(cluster, "left") == 334 && share(cluster, "right") == 334);
        }
    }
}
