package dev.turnstile.manager;

import static dev.turnstile.manager.TestFleet.MANAGER;
import static dev.turnstile.manager.TestFleet.POD;
import static dev.turnstile.manager.TestFleet.WORKERS;
import static dev.turnstile.manager.TestFleet.WORKLOAD;
import static dev.turnstile.manager.TestFleet.condition;
import static dev.turnstile.manager.TestFleet.eventually;
import static dev.turnstile.manager.TestFleet.eventuallySaid;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.turnstile.model.meta.KubernetesJson;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;
import tools.jackson.databind.JsonNode;

/** Single pods and pod groups on three worker clusters: they wait here, run there, and are told of here. */
@Timeout(240)
@ResourceLock("shared fleet") // One manager at a time leads there.
class PodFleetIT {
    private static final TestFleet fleet = TestFleet.shared();

    private static ManagerRuntime manager() {
        return fleet.startManager("gcInterval: 1s", "MultiKueueOrchestratedPreemption: true");
    }

    private static void pod(String namespace, String name, String more, String runs) {
        fleet.create(
                MANAGER,
                POD,
                namespace,
                ("{metadata: {name: %s, namespace: %s, labels: {kueue.x-k8s.io/queue-name: main,"
                    + " kueue.x-k8s.io/managed: 'true', kueue.x-k8s.io/priority-class: high %s}, finalizers:"
                    + " [kueue.x-k8s.io/managed]}, spec: {terminationGracePeriodSeconds: 1, schedulingGates: [{name:"
                    + " kueue.x-k8s.io/admission}], restartPolicy: Never, containers: [{name: c, image:"
                    + " 'example.com/app:1', command: [sleep, '%s'], resources: {requests: {cpu: '1'}}}]}}")
                        .formatted(name, namespace, more, runs));
    }

    private static void member(String namespace, String name, String group) {
        pod(
                namespace,
                name,
                ", kueue.x-k8s.io/pod-group-name: " + group
                        + "}, annotations: {kueue.x-k8s.io/pod-group-total-count: '2'",
                "infinity");
    }

    /** The only Workload of that namespace, or a missing node. */
    private static JsonNode workload(String cluster, String namespace) {
        return fleet.list(cluster, WORKLOAD, namespace).stream()
                .findFirst()
                .orElseGet(() -> KubernetesJson.mapper().missingNode());
    }

    private static String winner(String namespace) {
        return workload(MANAGER, namespace).path("status").path("clusterName").asString("");
    }

    private static void eventuallyIs(String cluster, String namespace, String pod, String phase) {
        eventually(
                pod + " is " + phase + " on " + cluster,
                () -> phase(cluster, namespace, pod).equals(phase));
    }

    private static String phase(String cluster, String namespace, String pod) {
        return fleet.get(cluster, POD, namespace, pod)
                .path("status")
                .path("phase")
                .asString("");
    }

    private static void eventuallyNothingIsLeft(String namespace, List<String> clusters) {
        eventually(
                "nothing is left on " + clusters,
                () -> clusters.stream()
                        .allMatch(cluster -> fleet.list(cluster, POD, namespace).isEmpty()
                                && fleet.list(cluster, WORKLOAD, namespace).isEmpty()));
    }

    /** It says so here, so does its Workload, and nothing of both is left there. */
    private static void eventuallyHasSucceededEverywhere(String namespace, String pod) {
        eventuallyIs(MANAGER, namespace, pod, "Succeeded");
        eventually(
                "it is finished here",
                () -> condition(workload(MANAGER, namespace), "Finished").startsWith("True Succeeded"));
        eventuallyNothingIsLeft(namespace, WORKERS);
    }

    @Test
    void aPodWaitsHereRunsThereAndIsFinishedHereAsThere() {
        String team = fleet.queues("lone", "3");
        try (ManagerRuntime manager = manager()) {
            pod(team, "one", "", fleet.seconds(4));
            String winner = eventuallySaid("it is placed", () -> winner(team));
            eventually(
                    "it has run there, as is told here",
                    () -> List.of("Running", "Succeeded").contains(phase(MANAGER, team, "one")));
            JsonNode here = fleet.get(MANAGER, POD, team, "one");
            assertThat(here.path("spec").path("schedulingGates"))
                    .as("it is never let go here")
                    .isNotEmpty();
            assertThat(here.path("spec").has("nodeName")).isFalse();
            WORKERS.stream()
                    .filter(worker -> !worker.equals(winner))
                    .forEach(worker -> assertThat(fleet.list(worker, POD, team)).isEmpty());
            eventuallyHasSucceededEverywhere(team, "one");
            assertThat(manager.active()).isTrue();
        }
    }

    @Test
    void aPodHasEndedHereOnceItsClusterIsDoneWithIt() {
        String team = fleet.queues("ending", "3");
        try (ManagerRuntime manager = manager()) {
            pod(team, "one", "", fleet.seconds(8));
            String winner = eventuallySaid("it is placed", () -> winner(team));
            eventuallyIs(MANAGER, team, "one", "Running");
            fleet.stopWorker(winner);
            try {
                eventuallyIs(winner, team, "one", "Succeeded");
                await().during(Duration.ofSeconds(2))
                        .atMost(Duration.ofSeconds(4))
                        .untilAsserted(() -> assertThat(phase(MANAGER, team, "one"))
                                .as("nobody there has said that it is finished")
                                .isEqualTo("Running"));
            } finally {
                fleet.startWorker(winner);
            }
            eventuallyHasSucceededEverywhere(team, "one");
            assertThat(manager.active()).isTrue();
        }
    }

    @Test
    @Tag("embedded-only") // Faults.
    void anEndThatTheWatchDoesNotShowIsReadBeforeItIsFinishedHere() {
        String team = fleet.queues("unseenpod", "3");
        try (ManagerRuntime manager = manager()) {
            pod(team, "one", "", "10");
            String winner = eventuallySaid("it is placed", () -> winner(team));
            eventuallyIs(MANAGER, team, "one", "Running");
            fleet.stopWorker(winner);
            fleet.cluster(winner).faults().stallWatches("pods", true);
            try {
                eventuallyIs(winner, team, "one", "Succeeded");
                assertThat(phase(MANAGER, team, "one")).isEqualTo("Running");
                String replica =
                        workload(MANAGER, team).path("metadata").path("name").asString("");
                fleet.succeeded(winner, team, replica);
                eventually(
                        "it is finished here",
                        () -> condition(workload(MANAGER, team), "Finished").startsWith("True Succeeded"));
                assertThat(phase(MANAGER, team, "one")).isEqualTo("Succeeded");
            } finally {
                fleet.cluster(winner).faults().stallWatches("pods", false);
                fleet.startWorker(winner);
            }
            assertThat(manager.active()).isTrue();
        }
    }

    @Test
    void aGroupIsPlacedAsAWholeStartsOverWhereItsWinnerEvictsItAndGoesWithItsPods() {
        FleetStory story = fleet.story("group", "3");
        try (ManagerRuntime manager = manager()) {
            member(story.namespace(), "a", "pair");
            member(story.namespace(), "b", "pair");
            String first = eventuallySaid("it is placed", () -> winner(story.namespace()));
            eventuallyIs(MANAGER, story.namespace(), "a", "Running");
            eventuallyIs(MANAGER, story.namespace(), "b", "Running");

            story.stop(first, "HoldAndDrain");
            String second = eventuallySaid("it is placed elsewhere", () -> {
                String now = winner(story.namespace());
                return now.equals(first) ? "" : now;
            });
            eventuallyIs(second, story.namespace(), "a", "Running");
            eventuallyIs(second, story.namespace(), "b", "Running");
            eventuallyNothingIsLeft(story.namespace(), List.of(first));
            eventuallyIs(MANAGER, story.namespace(), "a", "Running");
            eventuallyIs(MANAGER, story.namespace(), "b", "Running");

            fleet.delete(MANAGER, POD, story.namespace(), "a");
            fleet.delete(MANAGER, POD, story.namespace(), "b");
            eventuallyNothingIsLeft(story.namespace(), WORKERS);
            eventuallyNothingIsLeft(story.namespace(), List.of(MANAGER));
            assertThat(manager.active()).isTrue();
        }
    }

    /** One cluster at a time preempts for pods, too. */
    @Test
    void aPodPreemptsInOneOfThreeFullClusters() {
        FleetStory story = fleet.story("urgentpod", "2");
        try (ManagerRuntime manager = manager()) {
            story.fill(2);
            pod(story.namespace(), "one", "", "infinity");
            String winner = eventuallySaid("it is placed", () -> winner(story.namespace()));
            eventuallyIs(MANAGER, story.namespace(), "one", "Running");
            story.eventuallyPreempted(winner, 1);
            WORKERS.stream()
                    .filter(worker -> !worker.equals(winner))
                    .forEach(worker -> assertThat(story.preemptions(worker)).isZero());
            assertThat(manager.active()).isTrue();
        }
    }

    @Test
    void aPodOfSomebodyElseIsReportedAndNotTouched() {
        FleetStory story = fleet.story("takenpod", "3");
        try (ManagerRuntime manager = manager()) {
            List.of("worker2", "worker3").forEach(worker -> story.stop(worker, "Hold"));
            fleet.create(
                    "worker1",
                    POD,
                    story.namespace(),
                    "{metadata: {name: one, namespace: takenpod}, spec: {restartPolicy: Never, containers: [{name: c,"
                            + " image: 'example.com/app:1', command: [sleep, infinity]}]}}");
            String uid = fleet.get("worker1", POD, story.namespace(), "one")
                    .path("metadata")
                    .path("uid")
                    .asString("");
            pod(story.namespace(), "one", "", "infinity");
            eventually(
                    "it is told",
                    () -> workload(MANAGER, story.namespace())
                            .path("status")
                            .path("admissionChecks")
                            .path(0)
                            .path("message")
                            .asString("")
                            .contains("Pod takenpod/one exists and is not ours, so it is not touched"));
            story.stop("worker3", "None");
            eventually("it runs elsewhere", () -> winner(story.namespace()).equals("worker3"));
            eventuallyIs(MANAGER, story.namespace(), "one", "Running");
            assertThat(fleet.get("worker1", POD, story.namespace(), "one")
                            .path("metadata")
                            .path("uid")
                            .asString(""))
                    .isEqualTo(uid);
            assertThat(manager.active()).isTrue();
        }
    }
}
