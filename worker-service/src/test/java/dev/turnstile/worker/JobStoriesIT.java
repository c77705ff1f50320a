package dev.turnstile.worker;

import static dev.turnstile.worker.WorkerCluster.condition;
import static dev.turnstile.worker.WorkerCluster.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.service.informer.ApiResource;
import dev.turnstile.service.informer.ObjectKey;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

@Timeout(300)
class JobStoriesIT {
    @Test
    void aJobIsAdmittedRunsAndFinishes() {
        try (WorkerCluster cluster = WorkerCluster.chosen("")) {
            cluster.queue("4", "");
            cluster.job("sample", 2, "", "");
            cluster.eventuallyRuns("sample");
            JsonNode template = cluster.jobNamed("sample").path("spec").path("template");
            JsonNode metadata = template.path("metadata");
            assertThat(metadata.path("labels")
                            .path("kueue.x-k8s.io/cluster-queue-name")
                            .asString(""))
                    .isEqualTo("cq");
            assertThat(template.path("spec")
                            .path("nodeSelector")
                            .path("instance")
                            .asString(""))
                    .isEqualTo("on-demand");
            cluster.eventuallyUsed("2");
            cluster.finish("sample", 2);
            eventually(
                    "the Workload is finished",
                    () -> condition(cluster.workloadOf("sample"), "Finished").startsWith("True Succeeded"));
            cluster.eventuallyUsed("0");
            eventually(
                    "the end is told",
                    () -> cluster.eventExists(
                            "Job", event -> event.path("reason").asString("").equals("FinishedWorkload")));
        }
    }

    @Test
    void whoWaitsIsAdmittedWhenQuotaIsFreedAndSmallOnesPass() {
        try (WorkerCluster cluster = WorkerCluster.chosen("")) {
            cluster.queue("4", "");
            cluster.job("first", 3, "", "");
            cluster.eventuallyRuns("first");
            cluster.job("second", 2, "", "");
            cluster.eventuallyWaits(
                    "second",
                    "WaitingForQuota couldn't assign flavors to pod set main: insufficient unused quota for cpu in"
                            + " flavor default, 1 more needed");
            cluster.job("third", 1, "", "");
            cluster.eventuallyRuns("third");
            cluster.finish("first", 3);
            cluster.eventuallyRuns("second");
            cluster.eventuallyUsed("3");
        }
    }

    @Test
    void anEqualOfOneThatDidNotFitHasNoConditionUntilItIsEvaluated() {
        try (WorkerCluster cluster = WorkerCluster.chosen("")) {
            cluster.queue("4", "");
            cluster.job("first", 3, "", "");
            cluster.eventuallyRuns("first");
            cluster.job("second", 2, "", "");
            cluster.eventuallyWaits("second", "WaitingForQuota couldn't assign flavors");
            cluster.job("third", 2, "", "");
            eventually("two wait", () -> cluster.pending() == 2);
            cluster.job("other", 3, "", "");
            cluster.eventuallyWaits("other", "WaitingForQuota couldn't assign flavors");
            assertThat(condition(cluster.workloadOf("third"), "QuotaReserved")).isEmpty();
            assertThat(condition(cluster.workloadOf("third"), "Admitted")).isEmpty();
            cluster.finish("first", 3);
            cluster.eventuallyRuns("second");
            cluster.eventuallyRuns("third");
        }
    }

    @Test
    void aJobThatIsDeletedInTheForegroundGoesAndItsQuotaIsFree() {
        try (WorkerCluster cluster = WorkerCluster.chosen("")) {
            cluster.queue("4", "");
            cluster.job("one", 2, "", "");
            cluster.eventuallyRuns("one");
            cluster.api()
                    .delete(
                            ApiResource.JOB,
                            new ObjectKey("team", "one"),
                            WorkerCluster.yaml("{propagationPolicy: Foreground}"));
            eventually("it is gone", () -> cluster.missing(ApiResource.JOB, "team", "one"));
            cluster.eventuallyUsed("0");
        }
    }

    @Test
    void whoStandsBehindTheHeadOfAStrictQueueSaysSo() {
        try (WorkerCluster cluster = WorkerCluster.chosen("")) {
            cluster.queue("4", "queueingStrategy: StrictFIFO,");
            cluster.job("first", 3, "", "");
            cluster.eventuallyRuns("first");
            cluster.job("head", 2, "", "");
            cluster.eventuallyWaits("head", "WaitingForQuota couldn't assign flavors to pod set main");
            cluster.job("small", 1, "", "");
            cluster.eventuallyWaits(
                    "small", "WaitingForQuota Workload waits behind the head of its ClusterQueue, which is StrictFIFO");
            cluster.finish("first", 3);
            cluster.eventuallyRuns("head");
            cluster.eventuallyRuns("small");
        }
    }

    @Test
    void aVictimIsStoppedRestoredAndComesBack() {
        try (WorkerCluster cluster = WorkerCluster.chosen("")) {
            cluster.queue("4", "preemption: {withinClusterQueue: LowerPriority},");
            cluster.create(WorkerCluster.PRIORITY, "", "{metadata: {name: high}, value: 1000}");
            cluster.job("low", 3, "", "");
            cluster.eventuallyRuns("low");
            cluster.job("high", 3, ", kueue.x-k8s.io/priority-class: high", "");
            cluster.eventuallyRuns("high");
            cluster.eventuallyWaits("low", "WaitingForQuota");
            JsonNode victim = cluster.workloadOf("low");
            assertThat(condition(victim, "Preempted")).startsWith("True InClusterQueue Preempted to accommodate");
            assertThat(condition(victim, "Requeued")).startsWith("True Preempted");
            JsonNode template = cluster.jobNamed("low").path("spec").path("template");
            assertThat(template.path("spec").has("nodeSelector")).isFalse();
            assertThat(template.path("metadata").path("labels").has("kueue.x-k8s.io/cluster-queue-name"))
                    .isFalse();
            cluster.finish("high", 3);
            cluster.eventuallyRuns("low");
            assertThat(condition(cluster.workloadOf("low"), "Evicted")).startsWith("False QuotaReserved Previously: ");
        }
    }

    @Test
    void aJobThatMayRunWithLessGetsWhatThereIsAndAllOfItLater() {
        try (WorkerCluster cluster = WorkerCluster.chosen("")) {
            cluster.queue("3", "");
            cluster.job("part", 5, "", "kueue.x-k8s.io/job-min-parallelism: '2'");
            cluster.eventuallyRuns("part");
            assertThat(cluster.jobNamed("part").path("spec").path("parallelism").asInt())
                    .isEqualTo(3);
            cluster.patch(WorkerCluster.CLUSTER_QUEUE, "", "cq", "{spec: {stopPolicy: HoldAndDrain}}");
            cluster.eventuallyWaits("part", "Suspended ClusterQueue cq is inactive");
            assertThat(cluster.jobNamed("part").path("spec").path("parallelism").asInt())
                    .isEqualTo(5);
            cluster.patch(
                    WorkerCluster.CLUSTER_QUEUE,
                    "",
                    "cq",
                    "{spec: {stopPolicy: None, resourceGroups: [{coveredResources: [cpu], flavors: [{name: default,"
                            + " resources: [{name: cpu, nominalQuota: '8'}]}]}]}}");
            cluster.eventuallyRuns("part");
            cluster.eventuallyUsed("5");
        }
    }

    @Test
    void aStoppedQueueAdmitsNobodyAndADrainedOneEndsWhatRuns() {
        try (WorkerCluster cluster = WorkerCluster.chosen("")) {
            cluster.queue("4", "");
            cluster.job("runs", 2, "", "");
            cluster.eventuallyRuns("runs");
            stop(cluster, WorkerCluster.CLUSTER_QUEUE, "Hold");
            cluster.job("waits", 1, "", "");
            cluster.eventuallyWaits("waits", "Suspended ClusterQueue cq is inactive");
            assertThat(cluster.runs("runs")).as("what runs goes on").isTrue();

            stop(cluster, WorkerCluster.CLUSTER_QUEUE, "HoldAndDrain");
            cluster.eventuallyWaits("runs", "Suspended");
            assertThat(condition(cluster.workloadOf("runs"), "Evicted"))
                    .isEqualTo("True ClusterQueueStopped The ClusterQueue is stopped");
            cluster.eventuallyUsed("0");

            stop(cluster, WorkerCluster.CLUSTER_QUEUE, "None");
            cluster.eventuallyRuns("runs");
            cluster.eventuallyRuns("waits");
            cluster.eventuallyUsed("3");

            stop(cluster, WorkerCluster.LOCAL_QUEUE, "Hold");
            cluster.job("later", 1, "", "");
            cluster.eventuallyWaits("later", "Suspended LocalQueue main is inactive");
            assertThat(cluster.runs("runs") && cluster.runs("waits"))
                    .as("what runs goes on")
                    .isTrue();
            stop(cluster, WorkerCluster.LOCAL_QUEUE, "HoldAndDrain");
            cluster.eventuallyWaits("runs", "Suspended");
            cluster.eventuallyWaits("waits", "Suspended");
            assertThat(condition(cluster.workloadOf("runs"), "Evicted"))
                    .isEqualTo("True LocalQueueStopped The LocalQueue is stopped");

            stop(cluster, WorkerCluster.LOCAL_QUEUE, "None");
            for (String job : List.of("runs", "waits", "later")) {
                cluster.eventuallyRuns(job);
            }
            cluster.eventuallyUsed("4");
        }
    }

    private static void stop(WorkerCluster cluster, ApiResource queues, String policy) {
        boolean local = queues.equals(WorkerCluster.LOCAL_QUEUE);
        cluster.patch(queues, local ? "team" : "", local ? "main" : "cq", "{spec: {stopPolicy: " + policy + "}}");
    }

    @Test
    void aRestartNeitherLosesNorDoublesQuota() {
        try (WorkerCluster cluster = WorkerCluster.chosen("")) {
            cluster.queue("4", "");
            cluster.job("runs", 3, "", "");
            cluster.eventuallyRuns("runs");
            cluster.stopWorker();
            cluster.job("toobig", 2, "", "");
            cluster.job("fits", 1, "", "");
            cluster.startWorkerAgain();
            cluster.eventuallyRuns("fits");
            cluster.eventuallyWaits("toobig", "WaitingForQuota");
            cluster.eventuallyUsed("4");
            cluster.delete(ApiResource.JOB, "team", "runs");
            cluster.eventuallyRuns("toobig");
            cluster.eventuallyUsed("3");
        }
    }
}
