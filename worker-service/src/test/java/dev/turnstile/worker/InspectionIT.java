package dev.turnstile.worker;

import static dev.turnstile.worker.WorkerCluster.WORKLOAD;
import static dev.turnstile.worker.WorkerCluster.condition;
import static dev.turnstile.worker.WorkerCluster.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.model.meta.KubernetesJson;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** What {@code /actuator/queues} and {@code /actuator/workloads} answer: why is it not running? */
@Tag("embedded-only") // It is about what the worker has read and would do.
@Timeout(300)
class InspectionIT {
    private final WorkerCluster cluster = WorkerCluster.chosen(
            "featureGates: {MultiKueueOrchestratedPreemption: true, WorkloadAdmissionConstraints: true}");

    @BeforeEach
    void somebodyRuns() {
        cluster.queue("4", "preemption: {withinClusterQueue: LowerPriority},");
        cluster.create(WorkerCluster.PRIORITY, "", "{metadata: {name: high}, value: 1000}");
        cluster.job("low", 3, "", "");
        cluster.eventuallyRuns("low");
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    private String workloadOf(String job) {
        return cluster.workloadOf(job).path("metadata").path("name").asString();
    }

    private JsonNode answer(String workload) {
        return KubernetesJson.tree(
                Objects.requireNonNull(cluster.worker().inspection().workload("team", workload), workload));
    }

    @Test
    void whoRunsSaysSo() {
        JsonNode low = answer(workloadOf("low"));

        assertThat(low.path("admitted").asBoolean()).isTrue();
        assertThat(low.path("clusterQueue").asString()).isEqualTo("cq");
        assertThat(low.has("position")).as("it does not wait").isFalse();
        assertThat(low.has("now")).as("nothing is to be decided").isFalse();
        assertThat(cluster.worker().inspection().workload("team", "nobody")).isNull();
    }

    @Test
    void aWaitingWorkloadShowsItsPlaceWhatWasTriedAndWhatIsMissing() {
        cluster.job("waits", 2, "", "");
        cluster.eventuallyWaits("waits", "WaitingForQuota");
        JsonNode waits = answer(workloadOf("waits"));

        assertThat(waits.path("position").asInt()).isEqualTo(1);
        assertThat(waits.path("waiting").asInt()).isEqualTo(1);
        assertThat(waits.at("/now/reason").asString()).isEqualTo("WaitingForQuota");
        assertThat(waits.at("/now/podSets/0/name").asString()).isEqualTo("main");
        assertThat(waits.at("/now/podSets/0/flavors/0/flavor").asString()).isEqualTo("default");
        assertThat(waits.at("/now/podSets/0/flavors/0/obstacles/0").asString())
                .isEqualTo("insufficient unused quota for cpu in flavor default, 1 more needed");
        assertThat(waits.path("history").toString()).contains("QuotaReserved False WaitingForQuota: ");
    }

    @Test
    void aGatedWorkloadNamesItsVictims() {
        cluster.create(WORKLOAD, "team", """
            {metadata: {name: replica, namespace: team}, spec: {queueName: main, priority: 500,
             preemptionGates: [{name: kueue.x-k8s.io/multikueue}], podSets: [{name: main, count: 2, template: {spec:
             {restartPolicy: Never, containers: [{name: c, image: 'example.com/app:1', resources: {requests: {cpu:
             '1'}}}]}}}]}}
            """);
        eventually(
                "it signals",
                () -> condition(cluster.get(WORKLOAD, "team", "replica"), "PreemptionBlocked")
                        .startsWith("True"));
        JsonNode replica = answer("replica");

        assertThat(replica.at("/now/reason").asString()).isEqualTo("PreemptionGated");
        assertThat(replica.at("/now/closedGates/0").asString()).isEqualTo("kueue.x-k8s.io/multikueue");
        assertThat(replica.at("/now/wouldPreempt/0/workload").asString()).isEqualTo("team/" + workloadOf("low"));
        assertThat(replica.at("/now/wouldPreempt/0/reason").asString()).isEqualTo("InClusterQueue");
        assertThat(replica.path("preemptionGates")
                        .path("kueue.x-k8s.io/multikueue")
                        .asString())
                .isEqualTo("Closed");
    }

    @Test
    void aConstrainedOrHeldWorkloadNamesWhatHoldsIt() {
        cluster.job("polite", 2, ", kueue.x-k8s.io/priority-class: high", "kueue.x-k8s.io/cannot-preempt: 'true'");
        cluster.eventuallyWaits("polite", "AdmissionConstrained");
        assertThat(answer(workloadOf("polite")).at("/now/heldBackBy").toString())
                .isEqualTo("[\"cannot-preempt\"]");

        cluster.patch(WorkerCluster.LOCAL_QUEUE, "team", "main", "{spec: {stopPolicy: Hold}}");
        cluster.eventuallyWaits("polite", "Suspended");
        assertThat(answer(workloadOf("polite")).path("heldBecause").asString())
                .isEqualTo("LocalQueue main is inactive");
    }

    @Test
    void aQueueTellsItsQuotaHeadsAndCounts() {
        cluster.job("waits", 2, "", "");
        cluster.eventuallyWaits("waits", "WaitingForQuota");
        JsonNode queue =
                KubernetesJson.tree(cluster.worker().inspection().queues()).path("cq");

        assertThat(queue.path("active").asString()).isEqualTo("True Ready: Can admit new workloads");
        assertThat(queue.path("heads").toString()).isEqualTo("[\"team/" + workloadOf("waits") + "\"]");
        assertThat(queue.at("/workloads/reserving").asInt()).isEqualTo(1);
        assertThat(queue.at("/workloads/admitted").asInt()).isEqualTo(1);
        assertThat(queue.at("/workloads/inadmissible").asInt()).isEqualTo(1);
        assertThat(queue.path("quota").toString())
                .isEqualTo("[{\"flavor\":\"default\",\"resource\":\"cpu\",\"nominal\":\"4\",\"reserved\":\"3\","
                        + "\"used\":\"3\",\"borrowed\":\"0\"}]");
    }
}
