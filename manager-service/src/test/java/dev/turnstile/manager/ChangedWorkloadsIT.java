package dev.turnstile.manager;

import static dev.turnstile.manager.TestFleet.MANAGER;
import static dev.turnstile.manager.TestFleet.WORKERS;
import static dev.turnstile.manager.TestFleet.WORKLOAD;
import static dev.turnstile.manager.TestFleet.condition;
import static dev.turnstile.manager.TestFleet.eventually;
import static dev.turnstile.manager.TestFleet.eventuallyAndForAWhile;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.service.informer.ApiResource;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of a dispatched workload that somebody changes, deactivates or deletes. */
@Timeout(240)
@ResourceLock("shared fleet") // One manager at a time leads there.
class ChangedWorkloadsIT {
    private static final String ORCHESTRATED = "MultiKueueOrchestratedPreemption: true";
    private static final TestFleet fleet = TestFleet.shared();

    @Test
    void whatIsDeactivatedIsNowhereUntilItIsActiveAgain() {
        FleetStory story = fleet.story("idle", "3");
        try (ManagerRuntime manager = fleet.startManager("gcInterval: 1s", ORCHESTRATED)) {
            story.dispatch("sample", 1, "low");
            story.eventuallyRuns(story.eventuallyPlaced("sample"), "sample", 1);
            String name = fleet.workload("idle", "sample")
                    .path("metadata")
                    .path("name")
                    .asString();

            fleet.patch(MANAGER, WORKLOAD, "idle", name, "{spec: {active: false}}");
            eventually(
                    "it gave its quota back",
                    () -> condition(fleet.workload("idle", "sample"), "QuotaReserved")
                            .startsWith("False"));
            eventuallyAndForAWhile(
                    "nothing of it is left anywhere",
                    () -> WORKERS.stream()
                            .allMatch(worker ->
                                    fleet.list(worker, WORKLOAD, "idle").isEmpty()
                                            && fleet.list(worker, ApiResource.JOB, "idle")
                                                    .isEmpty()));
            assertThat(fleet.workload("idle", "sample").path("status").path("nominatedClusterNames"))
                    .isEmpty();

            fleet.patch(MANAGER, WORKLOAD, "idle", name, "{spec: {active: true}}");
            story.eventuallyRuns(story.eventuallyPlaced("sample"), "sample", 1);
            assertThat(manager.active()).isTrue();
        }
    }

    @Test
    void aChangedPriorityReachesTheReplicasAndTheirGatesStayAsTheyAre() {
        String team = fleet.queues("changed", "3");
        WORKERS.forEach(fleet::stopWorker);
        try (ManagerRuntime manager = fleet.startManager("singleClusterPreemptionTimeout: 10m", ORCHESTRATED)) {
            fleet.job(MANAGER, team, "urgent", 3, "low", "infinity");
            eventually(
                    "it is offered everywhere",
                    () -> WORKERS.stream()
                            .noneMatch(worker ->
                                    fleet.replica(worker, team, "urgent").isMissingNode()));
            fleet.signal("worker1", team, "urgent");
            eventually("it is opened", () -> fleet.open(team, "urgent").equals(List.of("worker1")));
            fleet.signal("worker2", team, "urgent");

            fleet.patch(
                    MANAGER,
                    ApiResource.JOB,
                    team,
                    "urgent",
                    "{metadata: {labels: {kueue.x-k8s.io/priority-class: high}}}");

            WORKERS.forEach(worker -> eventually(
                    "the replica on " + worker + " has the new priority",
                    () -> fleet.replica(worker, team, "urgent")
                                    .path("spec")
                                    .path("priority")
                                    .asInt(0)
                            == 1000));
            assertThat(fleet.open(team, "urgent")).containsExactly("worker1");
            assertThat(fleet.gate("worker2", team, "urgent")).isEqualTo("Closed");
            WORKERS.forEach(worker -> assertThat(
                            fleet.replica(worker, team, "urgent").path("spec").path("preemptionGates"))
                    .as("the gate of the replica on " + worker)
                    .hasSize(1));
            assertThat(manager.active()).isTrue();
        } finally {
            WORKERS.forEach(fleet::startWorker);
            fleet.delete(MANAGER, ApiResource.JOB, team, "urgent");
        }
    }

    /** Whatever an administrator or a user deletes first, nothing is left in worker clusters once the Job is gone. */
    @ParameterizedTest
    @ValueSource(strings = {"Job", "Workload", "MultiKueueConfig", "AdmissionCheck", "ClusterQueue", "LocalQueue"})
    void whateverIsDeletedFirstNothingIsLeftInTheEnd(String first) {
        String namespace = fleet.queues("gone-" + first.toLowerCase(Locale.ROOT), "3");
        fleet.create(
                MANAGER,
                TestFleet.CONFIG,
                "",
                "{metadata: {name: %s}, spec: {clusters: [worker1, worker2, worker3]}}".formatted(namespace));
        fleet.create(
                MANAGER,
                TestFleet.CHECK,
                "",
                ("{metadata: {name: %1$s}, spec: {controllerName: kueue.x-k8s.io/multikueue, parameters: {apiGroup:"
                                + " kueue.x-k8s.io, kind: MultiKueueConfig, name: %1$s}}}")
                        .formatted(namespace));
        fleet.patch(
                MANAGER,
                TestFleet.CLUSTER_QUEUE,
                "",
                namespace,
                "{spec: {admissionChecksStrategy: {admissionChecks: [{name: %s}]}}}".formatted(namespace));
        try (ManagerRuntime manager = fleet.startManager("gcInterval: 1s", ORCHESTRATED)) {
            fleet.job(MANAGER, namespace, "sample", 1, "low", "infinity");
            String winner = fleet.eventuallyPlaced(namespace, "sample");
            eventually(
                    "it runs",
                    () -> fleet.get(winner, ApiResource.JOB, namespace, "sample")
                                    .path("status")
                                    .path("ready")
                                    .asInt(0)
                            == 1);
            switch (first) {
                case "Job" -> {}
                case "Workload" ->
                    fleet.delete(
                            MANAGER,
                            WORKLOAD,
                            namespace,
                            fleet.workload(namespace, "sample")
                                    .path("metadata")
                                    .path("name")
                                    .asString());
                case "MultiKueueConfig" -> fleet.delete(MANAGER, TestFleet.CONFIG, "", namespace);
                case "AdmissionCheck" -> fleet.delete(MANAGER, TestFleet.CHECK, "", namespace);
                case "ClusterQueue" -> fleet.delete(MANAGER, TestFleet.CLUSTER_QUEUE, "", namespace);
                case "LocalQueue" -> fleet.delete(MANAGER, TestFleet.LOCAL_QUEUE, namespace, "main");
                default -> throw new IllegalArgumentException(first);
            }
            fleet.delete(MANAGER, ApiResource.JOB, namespace, "sample");
            eventually(
                    "nothing is left anywhere",
                    () -> fleet.list(MANAGER, WORKLOAD, namespace).isEmpty()
                            && WORKERS.stream()
                                    .allMatch(worker -> fleet.list(worker, WORKLOAD, namespace)
                                                    .isEmpty()
                                            && fleet.list(worker, ApiResource.JOB, namespace)
                                                    .isEmpty()));
            assertThat(manager.active()).isTrue();
        }
    }

    @Test
    void whatSomebodyElseMadeIsReportedAndNotTouched() {
        String team = fleet.queues("taken", "3");
        try (ManagerRuntime manager = fleet.startManager("gcInterval: 1s", ORCHESTRATED)) {
            WORKERS.forEach(
                    worker -> fleet.patch(worker, TestFleet.CLUSTER_QUEUE, "", team, "{spec: {stopPolicy: Hold}}"));
            fleet.job("worker1", team, "sample", 1, "low", "infinity");
            String uid = fleet.get("worker1", ApiResource.JOB, team, "sample")
                    .path("metadata")
                    .path("uid")
                    .asString("");
            fleet.job(MANAGER, team, "sample", 1, "low", "infinity");
            eventually(
                    "it is told",
                    () -> fleet.check(team, "sample")
                            .equals("Pending Cluster \"worker1\": Job taken/sample exists and is not ours, so it is"
                                    + " not touched"));
            assertThat(fleet.get("worker1", ApiResource.JOB, team, "sample")
                            .path("metadata")
                            .path("uid")
                            .asString(""))
                    .isEqualTo(uid);
            fleet.patch("worker3", TestFleet.CLUSTER_QUEUE, "", team, "{spec: {stopPolicy: None}}");
            eventually("it runs elsewhere", () -> fleet.winner(team, "sample").equals("worker3"));
            assertThat(manager.active()).isTrue();
        }
    }
}
