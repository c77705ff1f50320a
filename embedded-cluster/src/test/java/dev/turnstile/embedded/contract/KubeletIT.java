package dev.turnstile.embedded.contract;

import static dev.turnstile.embedded.contract.Objects.pod;
import static dev.turnstile.embedded.contract.Objects.running;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.object.ApiObject;
import dev.turnstile.embedded.testing.TestCluster;
import dev.turnstile.embedded.testing.Waiting;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** The played kubelet: an ordinary client of the API that brings nodes and pods to life. */
class KubeletIT {
    private final TestCluster cluster = TestCluster.shared();
    private final Objects objects = new Objects(cluster, "kubelet");

    @Test
    void nodesAreReadyAndHaveCapacity() {
        Waiting.until(
                "the node",
                () -> objects.isThere("nodes", "node-2")
                        && objects.get("nodes", "node-2").isConditionTrue("Ready"));

        var node = objects.get("nodes", "node-2");

        assertThat(node.labels()).containsEntry("instance", "spot").containsEntry("kubernetes.io/hostname", "node-2");
        assertThat(node.list("spec", "taints"))
                .anyMatch(taint -> Json.text(taint, "key").equals("spot")
                        && Json.text(taint, "effect").equals("NoSchedule"));
        assertThat(node.texts("status", "allocatable")).containsKeys("cpu", "memory", "pods");
        var lease = new ApiObject(
                cluster.api().get("/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/node-2"));
        assertThat(lease.text("spec", "holderIdentity")).isEqualTo("node-2");
        assertThat(Instant.parse(lease.text("spec", "renewTime")))
                .isAfter(Instant.now().minus(Duration.ofMinutes(1)));
    }

    @Test
    void aPodRunsAndSucceeds() {
        objects.create("pods", pod("p", running("sleep", "5")));

        Waiting.until("the pod to run", () -> phase("p").equals("Running"));
        var runs = objects.get("pods", "p");
        assertThat(runs.text("spec", "nodeName")).isEqualTo("node-1");
        assertThat(runs.isConditionTrue("Ready")).isTrue();
        assertThat(runs.text("status", "podIP")).isNotEmpty();
        assertThat(runs.time("status", "startTime")).isPresent();
        assertThat(runs.list("status", "containerStatuses")
                        .getFirst()
                        .path("ready")
                        .asBoolean(false))
                .isTrue();

        Waiting.until("the pod to succeed", () -> phase("p").equals("Succeeded"));
        var done = objects.get("pods", "p");
        assertThat(done.isConditionTrue("Ready")).isFalse();
        assertThat(done.condition("Ready").orElseThrow().path("reason").asString(""))
                .isEqualTo("PodCompleted");
        assertThat(terminated(done, 0).path("exitCode").asInt(-1)).isZero();
        assertThat(terminated(done, 0).path("reason").asString("")).isEqualTo("Completed");
    }

    @Test
    void aPodFailsWithTheExitCodeOfItsContainer() {
        objects.create("pods", pod("p", running("sh", "-c", "sleep 1; exit 42")));

        Waiting.until("the pod to fail", () -> phase("p").equals("Failed"));

        assertThat(terminated(objects.get("pods", "p"), 0).path("exitCode").asInt(-1))
                .isEqualTo(42);
        assertThat(terminated(objects.get("pods", "p"), 0).path("reason").asString(""))
                .isEqualTo("Error");
    }

    @Test
    void annotationsOverrideAllContainersOfThePod() {
        objects.create("pods", """
            apiVersion: v1
            kind: Pod
            metadata: {name: p, annotations: {embedded.turnstile.dev/runs-for: 200ms, embedded.turnstile.dev/exit-code: '7'}}
            spec: {restartPolicy: Never, %s}
            """.formatted(running("sleep", "6000")));

        Waiting.until("the pod to fail", () -> phase("p").equals("Failed"));

        assertThat(terminated(objects.get("pods", "p"), 0).path("exitCode").asInt(-1))
                .isEqualTo(7);
    }

    @Test
    void failedContainersAreRestartedByTheRestartPolicy() {
        objects.create("pods", pod("p", running("sh", "-c", "exit 1")).replace("Never", "OnFailure"));

        Waiting.until(
                "a restart",
                () -> objects.get("pods", "p").list("status", "containerStatuses").stream()
                        .anyMatch(status -> status.path("restartCount").asInt(0) > 0));

        assertThat(phase("p")).isNotEqualTo("Failed");
    }

    @Test
    void aPodThatIsDeletedEndsWithinItsGracePeriod() {
        objects.create("pods", pod("p", "terminationGracePeriodSeconds: 20, " + running("sleep", "6000")));
        Waiting.until("the pod to run", () -> phase("p").equals("Running"));
        var from = Instant.now();

        objects.delete("pods", "p", "");

        assertThat(objects.get("pods", "p").isBeingDeleted()).isTrue();
        Waiting.until("the pod to go", () -> !objects.isThere("pods", "p"));
        assertThat(Duration.between(from, Instant.now())).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(15));
    }

    @Test
    void aPodForANodeThatToleratesItGoesThere() {
        objects.create(
                "pods",
                pod(
                        "p",
                        "nodeSelector: {instance: spot}, tolerations: [{key: spot, operator: Exists}], "
                                + running("true")));

        Waiting.until("the pod to succeed", () -> phase("p").equals("Succeeded"));

        assertThat(objects.get("pods", "p").text("spec", "nodeName")).isEqualTo("node-2");
    }

    private String phase(String pod) {
        return objects.get("pods", pod).text("status", "phase");
    }

    private static ObjectNode terminated(ApiObject pod, int container) {
        return (ObjectNode) pod.list("status", "containerStatuses")
                .get(container)
                .path("state")
                .path("terminated");
    }
}
