package dev.turnstile.worker;

import static dev.turnstile.worker.WorkerCluster.WORKLOAD;
import static dev.turnstile.worker.WorkerCluster.condition;
import static dev.turnstile.worker.WorkerCluster.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** KEP-8303 on the worker: preemption is blocked for gated workloads, and everything that follows from a gate. */
@Timeout(300)
class PreemptionGatesIT {
    private static final String GATE = "kueue.x-k8s.io/multikueue";
    private static final String WORDS =
            "Workload requires preemption, but it's gated (closed: kueue.x-k8s.io/multikueue)";
    private final WorkerCluster cluster =
            WorkerCluster.chosen("featureGates: {MultiKueueOrchestratedPreemption: true}");

    @AfterEach
    void close() {
        cluster.close();
    }

    /** A replica, as a manager makes it: a Workload without a job yet. */
    private void replica(String name, int priority, int pods) {
        cluster.create(WORKLOAD, "team", """
            {metadata: {name: %s, namespace: team}, spec: {queueName: main, priority: %d,
             preemptionGates: [{name: %s}], podSets: [{name: main, count: %d, template: {spec: {restartPolicy: Never,
             containers: [{name: c, image: 'example.com/app:1', resources: {requests: {cpu: '1'}}}]}}}]}}
            """.formatted(name, priority, GATE, pods));
    }

    private void open(String name) {
        cluster.patchStatus(
                WORKLOAD,
                "team",
                name,
                "{status: {preemptionGates: [{name: %s, state: Open, lastTransitionTime: '2026-11-18T12:00:00Z'}]}}"
                        .formatted(GATE));
    }

    private JsonNode workload(String name) {
        return cluster.get(WORKLOAD, "team", name);
    }

    private static String gate(JsonNode workload) {
        return workload.path("status")
                .path("preemptionGates")
                .path(0)
                .path("state")
                .asString("");
    }

    private void eventuallyGated(String name) {
        eventually(
                name + " signals",
                () -> condition(workload(name), "PreemptionBlocked").equals("True PreemptionGated " + WORDS));
    }

    private void eventuallyMeasured(String series) {
        String line = series.formatted("replica_role=\"leader\"");
        eventually(line, () -> cluster.scrape().lines().anyMatch(line::equals));
    }

    @Test
    void aClosedGateHoldsPreemptionBackAndSignalsInOnePatch() {
        cluster.queue("4", "preemption: {withinClusterQueue: LowerPriority},");
        cluster.job("low", 3, "", "");
        cluster.eventuallyRuns("low");
        try (History history = new History(cluster.api(), WORKLOAD)) {
            replica("high", 1000, 3);
            eventuallyGated("high");
            history.eventually(
                    "the signal was seen",
                    "high",
                    state -> condition(state, "PreemptionBlocked").startsWith("True"));

            assertThat(condition(workload("high"), "QuotaReserved")).isEqualTo("False PreemptionGated " + WORDS);
            assertThat(gate(workload("high"))).isEqualTo("Closed");
            eventuallyMeasured("kueue_preemption_gated_workloads{cluster_queue=\"cq\",%s} 1.0");
            eventuallyMeasured("kueue_pending_workloads{cluster_queue=\"cq\",%s,status=\"inadmissible\"} 1.0");
            assertThat(condition(cluster.workloadOf("low"), "Evicted"))
                    .as("no victim is touched")
                    .isEmpty();
            assertThat(history.of("high"))
                    .as("reason and signal are one write")
                    .allSatisfy(state -> assertThat(
                                    condition(state, "PreemptionBlocked").startsWith("True"))
                            .isEqualTo(condition(state, "QuotaReserved").startsWith("False PreemptionGated")));
        }
    }

    @Test
    void anOpenedGateLetsItPreempt() {
        cluster.queue("4", "preemption: {withinClusterQueue: LowerPriority},");
        cluster.job("low", 3, "", "");
        cluster.eventuallyRuns("low");
        replica("high", 1000, 3);
        eventuallyGated("high");

        open("high");

        eventually(
                "high has quota",
                () -> condition(workload("high"), "QuotaReserved").startsWith("True"));
        assertThat(condition(workload("high"), "PreemptionBlocked"))
                .as("taken back with the reservation")
                .isEqualTo("False QuotaReserved Previously: " + WORDS);
        assertThat(condition(cluster.workloadOf("low"), "Preempted")).startsWith("True InClusterQueue");
        eventuallyMeasured("kueue_preemption_gated_total{cluster_queue=\"cq\",%s} 1.0");
        eventuallyMeasured("kueue_preemption_gate_wait_seconds_count{cluster_queue=\"cq\",%s} 1");
        eventuallyMeasured("kueue_quota_release_seconds_count{kind=\"Job\",%s} 1");
        eventuallyMeasured("kueue_preemption_gated_workloads{cluster_queue=\"cq\",%s} 0.0");
        eventuallyMeasured("kueue_preempting_workloads{cluster_queue=\"cq\",%s} 0.0");
    }

    @Test
    void anEvictionClosesTheGatesAndTakesTheSignalBackInOnePatch() {
        cluster.queue("4", "preemption: {withinClusterQueue: LowerPriority},");
        try (History history = new History(cluster.api(), WORKLOAD)) {
            replica("high", 1000, 3);
            eventually("its gate has a state", () -> gate(workload("high")).equals("Closed"));
            eventually(
                    "it needs no victim",
                    () -> condition(workload("high"), "QuotaReserved").startsWith("True"));
            open("high");
            eventually("it is open", () -> gate(workload("high")).equals("Open"));

            cluster.patch(WorkerCluster.CLUSTER_QUEUE, "", "cq", "{spec: {stopPolicy: HoldAndDrain}}");

            eventually(
                    "it is evicted",
                    () -> condition(workload("high"), "Evicted").startsWith("True"));
            history.eventually(
                    "the eviction was seen",
                    "high",
                    state -> condition(state, "Evicted").startsWith("True"));
            assertThat(history.of("high"))
                    .as("evicted means closed")
                    .noneMatch(PreemptionGatesIT::evictedWithAnOpenGate);
            assertThat(gate(workload("high"))).isEqualTo("Closed");
        }
    }

    /** An opened replica whose manager is gone: nobody makes its job, and nobody deletes it. */
    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"a more important job comes", "its queue is drained", "it is deactivated"})
    void aReplicaWithoutAJobReleasesItsQuotaWhenItIsEvicted(String why) {
        cluster.queue("4", "preemption: {withinClusterQueue: LowerPriority},");
        cluster.create(WorkerCluster.PRIORITY, "", "{metadata: {name: urgent}, value: 5000}");
        try (History history = new History(cluster.api(), WORKLOAD)) {
            replica("high", 1000, 3);
            eventually(
                    "it has quota",
                    () -> condition(workload("high"), "QuotaReserved").startsWith("True"));

            switch (why) {
                case "a more important job comes" ->
                    cluster.job("urgent", 3, ", kueue.x-k8s.io/priority-class: urgent", "");
                case "its queue is drained" ->
                    cluster.patch(WorkerCluster.CLUSTER_QUEUE, "", "cq", "{spec: {stopPolicy: HoldAndDrain}}");
                default -> cluster.patch(WORKLOAD, "team", "high", "{spec: {active: false}}");
            }

            history.eventually(
                    "it has released its quota",
                    "high",
                    state -> condition(state, "Evicted").startsWith("True")
                            && condition(state, "QuotaReserved").startsWith("False"));
            if (why.equals("a more important job comes")) {
                cluster.eventuallyRuns("urgent");
            }
        }
    }

    private static boolean evictedWithAnOpenGate(ObjectNode state) {
        return condition(state, "Evicted").startsWith("True") && gate(state).equals("Open");
    }

    @Test
    void aSignalIsTakenBackWhenTheGateIsNotTheReasonAnyMoreAndOthersMayPass() {
        cluster.queue("4", "preemption: {withinClusterQueue: LowerPriority},");
        cluster.job("low", 3, "", "");
        cluster.eventuallyRuns("low");
        replica("high", 1000, 3);
        eventuallyGated("high");
        cluster.job("small", 1, "", "");
        cluster.eventuallyRuns("small");

        cluster.patch(WORKLOAD, "team", "high", "{spec: {priority: 0}}");

        eventually(
                "nobody is below it now",
                () -> condition(workload("high"), "QuotaReserved").startsWith("False WaitingForQuota"));
        assertThat(condition(workload("high"), "PreemptionBlocked")).isEqualTo("False NotGated Previously: " + WORDS);
    }

    @Test
    void statesFollowTheGatesOfTheSpecification() {
        cluster.queue("1", "");
        replica("big", 0, 3);
        eventually("its gate has a state", () -> gate(workload("big")).equals("Closed"));

        cluster.patch(WORKLOAD, "team", "big", "{spec: {preemptionGates: [{name: example.com/other}]}}");

        eventually("only the other gate is there", () -> {
            JsonNode states = workload("big").path("status").path("preemptionGates");
            return states.size() == 1
                    && states.path(0).path("name").asString("").equals("example.com/other")
                    && states.path(0).path("state").asString("").equals("Closed");
        });
    }
}
