package dev.turnstile.worker;

import static dev.turnstile.worker.WorkerCluster.condition;
import static dev.turnstile.worker.WorkerCluster.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.service.informer.ApiResource;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** What users do while no worker runs is seen, and answered, by the next one: once. */
@Timeout(300)
class DowntimeIT {
    private static final String SENSELESS = """
        {metadata: {name: senseless, namespace: team}, spec: {queueName: main, podSets: [{name: main, count: 1,
         template: {spec: {containers: [{name: c, image: 'example.com/app:1', resources: {requests: {cpu: '2'},
         limits: {cpu: '1'}}}]}}}]}}\
        """;

    @Test
    void anInvalidWorkloadIsReportedOnceByTheNextProcess() {
        try (WorkerCluster cluster = WorkerCluster.chosen("leaderElection: {leaderElect: false}")) {
            cluster.queue("4", "");
            cluster.stopWorker();
            cluster.create(WorkerCluster.WORKLOAD, "team", SENSELESS);

            cluster.startWorkerAgain();
            eventuallyReported(cluster);
            cluster.restartWorker();
            eventuallyAdmits(cluster, "after");

            assertThat(reports(cluster)).as("reports of one and the same fact").isEqualTo(1);
        }
    }

    @Test
    void aStandbyReportsWhatTheLeaderLeftUnreported() {
        try (WorkerCluster cluster = WorkerCluster.chosen("leaderElection: {leaderElect: true}")) {
            cluster.queue("4", "");
            try (WorkerRuntime standby = cluster.anotherWorker(new Wire())) {
                eventually("the other has read everything", standby::synced);
                cluster.wire().cut();
                cluster.create(WorkerCluster.WORKLOAD, "team", SENSELESS);
                cluster.stopWorker();

                eventually("the other leads", standby::active);
                eventuallyReported(cluster);
                eventuallyAdmits(cluster, "after");

                assertThat(reports(cluster)).isEqualTo(1);
            }
        }
    }

    @Test
    void workloadsFollowAPriorityClassThatChangedMeanwhile() {
        try (WorkerCluster cluster = WorkerCluster.chosen("leaderElection: {leaderElect: false}")) {
            cluster.queue("1", "");
            cluster.create(WorkerCluster.PRIORITY, "", "{metadata: {name: high}, value: 100}");
            cluster.create(WorkerCluster.PRIORITY, "", "{metadata: {name: low}, value: 10}");
            cluster.job("runs", 1, ", kueue.x-k8s.io/priority-class: low", "");
            cluster.eventuallyRuns("runs");
            cluster.job("waits", 1, ", kueue.x-k8s.io/priority-class: high", "");
            cluster.eventuallyWaits("waits", "WaitingForQuota");
            cluster.create(WorkerCluster.WORKLOAD, "team", """
                {metadata: {name: dispatched, namespace: team, labels: {kueue.x-k8s.io/multikueue-origin: manager}},
                 spec: {queueName: main, priority: 7, priorityClassRef: {group: kueue.x-k8s.io,
                 kind: WorkloadPriorityClass, name: high}, podSets: [{name: main, count: 1, template: {spec:
                 {restartPolicy: Never, containers: [{name: c, image: 'example.com/app:1', resources: {requests:
                 {cpu: '1'}}}]}}}]}}\
                """);

            cluster.stopWorker();
            cluster.patch(WorkerCluster.PRIORITY, "", "high", "{value: 200}");
            cluster.delete(WorkerCluster.PRIORITY, "", "low");
            cluster.create(WorkerCluster.PRIORITY, "", "{metadata: {name: low}, value: 20}");
            cluster.startWorkerAgain();

            eventually("one that waits follows", () -> priority(cluster.workloadOf("waits")) == 200);
            eventually("one that runs follows", () -> priority(cluster.workloadOf("runs")) == 20);
            assertThat(priority(cluster.get(WorkerCluster.WORKLOAD, "team", "dispatched")))
                    .as("priority that a manager gave")
                    .isEqualTo(7);
        }
    }

    private static int priority(JsonNode workload) {
        return workload.path("spec").path("priority").asInt();
    }

    private static void eventuallyReported(WorkerCluster cluster) {
        eventually(
                "it is reported",
                () -> condition(cluster.get(WorkerCluster.WORKLOAD, "team", "senseless"), "QuotaReserved")
                                .startsWith("False Misconfigured")
                        && reports(cluster) == 1);
    }

    private static long reports(WorkerCluster cluster) {
        return cluster.api()
                .get(ApiResource.EVENT.path("team"), Map.of())
                .path("items")
                .valueStream()
                .filter(event ->
                        event.path("involvedObject").path("name").asString("").equals("senseless"))
                .filter(event -> event.path("reason").asString("").equals("Misconfigured"))
                .count();
    }

    /** Whatever came before it in the writer's queue was written by then. */
    private static void eventuallyAdmits(WorkerCluster cluster, String job) {
        cluster.job(job, 1, "", "");
        cluster.eventuallyRuns(job);
    }
}
