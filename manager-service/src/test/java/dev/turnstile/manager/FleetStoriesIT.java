package dev.turnstile.manager;

import static dev.turnstile.manager.TestFleet.MANAGER;
import static dev.turnstile.manager.TestFleet.WORKERS;
import static dev.turnstile.manager.TestFleet.WORKLOAD;
import static dev.turnstile.manager.TestFleet.condition;
import static dev.turnstile.manager.TestFleet.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.service.informer.ApiResource;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Jobs on three worker clusters, with real worker-services everywhere. */
@Timeout(240)
@ResourceLock("shared fleet") // One manager at a time leads there.
class FleetStoriesIT {
    private static final String ORCHESTRATED = "MultiKueueOrchestratedPreemption: true";
    private static final TestFleet fleet = TestFleet.shared();

    private static void fill(String namespace, int cpu) {
        WORKERS.forEach(worker -> fleet.job(worker, namespace, "filler", cpu, "low", "infinity"));
        WORKERS.forEach(worker -> eventually(
                "the filler runs on " + worker,
                () -> fleet.get(worker, ApiResource.JOB, namespace, "filler")
                                .path("status")
                                .path("ready")
                                .asInt(0)
                        == cpu));
    }

    @Test
    void aJobThatFitsIsPlacedOnceAndTheOtherReplicasGo() {
        String team = fleet.queues("fits", "4");
        try (ManagerRuntime manager = fleet.startManager("gcInterval: 1s", ORCHESTRATED)) {
            fleet.job(MANAGER, team, "sample", 2, "low", "infinity");
            String winner = fleet.eventuallyPlaced(team, "sample");
            assertThat(fleet.check(team, "sample")).isEqualTo("Ready The workload was admitted on \"" + winner + "\"");
            for (String worker : WORKERS) {
                if (!worker.equals(winner)) {
                    eventually(
                            "nothing is left on " + worker,
                            () -> fleet.list(worker, WORKLOAD, team).isEmpty());
                }
            }
            eventually(
                    "the remote job is made",
                    () -> fleet.get(winner, ApiResource.JOB, team, "sample")
                            .path("metadata")
                            .path("annotations")
                            .path("kueue.x-k8s.io/prebuilt-workload-name")
                            .asString("")
                            .equals(fleet.workload(team, "sample")
                                    .path("metadata")
                                    .path("name")
                                    .asString()));
            eventually(
                    "its status is told here",
                    () -> fleet.get(MANAGER, ApiResource.JOB, team, "sample")
                                    .path("status")
                                    .path("ready")
                                    .asInt(0)
                            == 2);
            eventually("it is told", () -> fleet.told(team, "MultiKueue"));
            assertThat(fleet.list(MANAGER, TestFleet.POD, team)).isEmpty();

            fleet.delete(MANAGER, ApiResource.JOB, team, "sample");
            eventually(
                    "nothing is left anywhere",
                    () -> WORKERS.stream()
                            .allMatch(worker -> fleet.list(worker, WORKLOAD, team)
                                            .isEmpty()
                                    && fleet.list(worker, ApiResource.JOB, team).isEmpty()));
            assertThat(manager.active()).isTrue();
        }
    }

    /** A policy of the cluster that would have been first says no to the job, and yes to the replica. */
    @Test
    void aJobThatItsClusterRefusesIsToldAndRunsInAnother() {
        String team = fleet.queues("refused", "4");
        WORKERS.subList(1, WORKERS.size()).forEach(worker -> fleet.job(worker, team, "filler", 4, "low", "infinity"));
        String strict = WORKERS.getFirst();
        ApiResource policies = new ApiResource(
                "admissionregistration.k8s.io/v1", "ValidatingAdmissionPolicy", "validatingadmissionpolicies", false);
        ApiResource bindings = new ApiResource(
                "admissionregistration.k8s.io/v1",
                "ValidatingAdmissionPolicyBinding",
                "validatingadmissionpolicybindings",
                false);
        fleet.create(strict, policies, "", """
            {metadata: {name: approved-images}, spec: {matchConstraints: {resourceRules: [{apiGroups: [batch],
             apiVersions: [v1], operations: [CREATE], resources: [jobs]}]},
             validations: [{expression: "object.metadata.namespace != '%s'", message: only approved images}]}}
            """.formatted(team));
        fleet.create(strict, bindings, "", """
            {metadata: {name: approved-images}, spec: {policyName: approved-images, validationActions: [Deny]}}
            """);
        // kube-apiserver reads its policies about once a second, and lets everything pass until then
        eventually("the policy holds", () -> fleet.refusesJobs(strict, team));
        try (ManagerRuntime manager = fleet.startManager("gcInterval: 1s", ORCHESTRATED)) {
            fleet.job(MANAGER, team, "sample", 2, "low", "infinity");
            assertThat(fleet.eventuallyPlaced(team, "sample")).isEqualTo(strict);
            eventually("the refusal is told", () -> fleet.told(team, "RefusedByCluster"));

            eventually(
                    "it waits without that cluster",
                    () -> fleet.check(team, "sample")
                                    .startsWith("Pending Cluster \"" + strict + "\": refuses the job: ")
                            && fleet.check(team, "sample").contains("only approved images")
                            && fleet.winner(team, "sample").isEmpty());
            assertThat(fleet.list(strict, WORKLOAD, team)).isEmpty();

            WORKERS.subList(1, WORKERS.size()).forEach(worker -> fleet.delete(worker, ApiResource.JOB, team, "filler"));
            eventually(
                    "it is placed elsewhere",
                    () -> WORKERS.subList(1, WORKERS.size()).contains(fleet.winner(team, "sample")));
            assertThat(manager.active()).isTrue();
        } finally {
            fleet.delete(strict, bindings, "", "approved-images");
            fleet.delete(strict, policies, "", "approved-images");
        }
    }

    @Test
    void whatIsFinishedThereIsFinishedHereAndNothingIsLeftThere() {
        String team = fleet.queues("ends", "4");
        try (ManagerRuntime manager = fleet.startManager("gcInterval: 1s", ORCHESTRATED)) {
            fleet.job(MANAGER, team, "sample", 1, "low", fleet.seconds(2));
            String winner = fleet.eventuallyPlaced(team, "sample");
            eventually(
                    "it is finished here as there",
                    () -> condition(fleet.workload(team, "sample"), "Finished")
                            .equals("True Succeeded Reached expected number of succeeded pods"));
            assertThat(fleet.get(MANAGER, ApiResource.JOB, team, "sample")
                            .path("status")
                            .path("succeeded")
                            .asInt(0))
                    .as("its last status came before")
                    .isEqualTo(1);
            eventually(
                    "nothing is left there",
                    () -> fleet.list(winner, ApiResource.JOB, team).isEmpty()
                            && fleet.replica(winner, team, "sample").isMissingNode());
            assertThat(manager.active()).isTrue();
        }
    }

    @Test
    void aClusterThatIsLostWithItsGateOpenIsNotForgottenAndTheNextComesAfterTheTimeOut() {
        String team = fleet.queues("lost", "3");
        try (ManagerRuntime manager = fleet.startManager("singleClusterPreemptionTimeout: 8s", ORCHESTRATED)) {
            fill(team, 3);
            WORKERS.forEach(fleet::stopWorker);
            try {
                fleet.job(MANAGER, team, "urgent", 3, "high", "infinity");
                eventually(
                        "it is offered everywhere",
                        () -> WORKERS.stream()
                                .noneMatch(worker ->
                                        fleet.replica(worker, team, "urgent").isMissingNode()));
                // Only the gates are looked at here: the workers' part is played by hand.
                Instant asked = Instant.now();
                WORKERS.forEach(worker -> fleet.signal(worker, team, "urgent"));
                eventually(
                        "the first is opened", () -> fleet.open(team, "urgent").size() == 1);
                String first = fleet.open(team, "urgent").getFirst();
                assertThat(annotation(team, "urgent")).contains("cluster=" + first);
                fleet.cutOff(first);
                List<String> others =
                        WORKERS.stream().filter(worker -> !worker.equals(first)).toList();
                eventually(
                        "another one is opened",
                        () -> others.stream()
                                .anyMatch(worker ->
                                        fleet.gate(worker, team, "urgent").equals("Open")));
                assertThat(Duration.between(asked, Instant.now())).isGreaterThan(Duration.ofSeconds(7));
                assertThat(others.stream()
                                .filter(worker ->
                                        fleet.gate(worker, team, "urgent").equals("Open")))
                        .hasSize(1);
                eventually("it is told", () -> fleet.told(team, "PreemptionUngatingDeferred"));
                fleet.reconnect(first);
                assertThat(manager.active()).isTrue();
            } finally {
                WORKERS.forEach(fleet::reconnect);
                WORKERS.forEach(fleet::startWorker);
            }
            fleet.delete(MANAGER, ApiResource.JOB, team, "urgent");
        }
    }

    private static String annotation(String namespace, String job) {
        return fleet.workload(namespace, job)
                .path("metadata")
                .path("annotations")
                .path("kueue.x-k8s.io/multikueue-last-ungated")
                .asString("");
    }

    @Test
    void whoIsKilledBetweenTheNoteAndTheGateGoesOnWithTheSameReplica() {
        String team = fleet.queues("killed", "3");
        WORKERS.forEach(fleet::stopWorker);
        try {
            try (FragileManager first = fleet.fragileManager("singleClusterPreemptionTimeout: 2m", ORCHESTRATED)) {
                first.diesAfter(FragileManager::writesTheNote).start();
                fleet.job(MANAGER, team, "urgent", 3, "high", "infinity");
                eventually(
                        "it is offered everywhere",
                        () -> WORKERS.stream()
                                .noneMatch(worker ->
                                        fleet.replica(worker, team, "urgent").isMissingNode()));
                fleet.signal("worker2", team, "urgent");
                eventually("it was killed", first::dead);
            }
            assertThat(annotation(team, "urgent")).contains("cluster=worker2");
            assertThat(fleet.open(team, "urgent")).isEmpty();
            fleet.signal("worker1", team, "urgent");
            try (ManagerRuntime second = fleet.startManager("singleClusterPreemptionTimeout: 2m", ORCHESTRATED)) {
                eventually("worker2 is opened", () -> fleet.open(team, "urgent").equals(List.of("worker2")));
                assertThat(annotation(team, "urgent")).contains("cluster=worker2");
                assertThat(second.active()).isTrue();
            }
        } finally {
            WORKERS.forEach(fleet::startWorker);
            fleet.delete(MANAGER, ApiResource.JOB, team, "urgent");
        }
    }

    @Test
    void whoFailsToBeNotifiedOfAnOpeningKeepsNoGateClosed() {
        FleetStory story = fleet.story("unheard", "3");
        SimpleMeterRegistry broken = new SimpleMeterRegistry() {
            @Override
            protected Counter newCounter(Meter.Id id) {
                if (id.getName().equals("kueue.multikueue.preemption.ungated")) {
                    throw new IllegalStateException("no more counters");
                }
                return super.newCounter(id);
            }
        };
        WORKERS.forEach(fleet::stopWorker);
        try (ManagerRuntime manager = fleet.startManager("singleClusterPreemptionTimeout: 2s", ORCHESTRATED, broken)) {
            story.dispatch("urgent", 3, "high");
            story.eventuallyOfferedEverywhere("urgent");
            WORKERS.forEach(worker -> fleet.signal(worker, story.namespace(), "urgent"));
            eventually(
                    "one after the other is opened", () -> story.open("urgent").size() == WORKERS.size());
            assertThat(manager.active()).isTrue();
        } finally {
            WORKERS.forEach(fleet::startWorker);
            story.delete(MANAGER, "urgent");
        }
    }

    @Test
    void turnedOffItLeavesNobodyGatedAndTurnedOnItClosesWhoWaits() {
        String team = fleet.queues("switched", "3");
        WORKERS.forEach(fleet::stopWorker);
        try {
            try (ManagerRuntime on = fleet.startManager("singleClusterPreemptionTimeout: 2m", ORCHESTRATED)) {
                fleet.job(MANAGER, team, "urgent", 3, "high", "infinity");
                eventually(
                        "it is offered everywhere",
                        () -> WORKERS.stream()
                                .noneMatch(worker ->
                                        fleet.replica(worker, team, "urgent").isMissingNode()));
                WORKERS.forEach(worker -> fleet.signal(worker, team, "urgent"));
                eventually("one is open", () -> fleet.open(team, "urgent").size() == 1);
                assertThat(on.active()).isTrue();
            }
            try (ManagerRuntime off = fleet.startManager("", "MultiKueueOrchestratedPreemption: false")) {
                eventually("all are open", () -> fleet.open(team, "urgent").size() == 3);
                assertThat(annotation(team, "urgent")).contains("feature=off");
                assertThat(off.active()).isTrue();
            }
            try (ManagerRuntime again = fleet.startManager("singleClusterPreemptionTimeout: 2m", ORCHESTRATED)) {
                eventually("all are closed", () -> fleet.open(team, "urgent").isEmpty());
                assertThat(again.active()).isTrue();
            }
        } finally {
            WORKERS.forEach(fleet::startWorker);
            fleet.delete(MANAGER, ApiResource.JOB, team, "urgent");
        }
    }
}
