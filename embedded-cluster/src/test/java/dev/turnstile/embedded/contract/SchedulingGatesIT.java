package dev.turnstile.embedded.contract;

import static dev.turnstile.embedded.contract.Objects.pod;
import static dev.turnstile.embedded.contract.Objects.running;
import static dev.turnstile.embedded.contract.Objects.yaml;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnstile.embedded.api.ApiException;
import dev.turnstile.embedded.api.PatchType;
import dev.turnstile.embedded.testing.TestCluster;
import dev.turnstile.embedded.testing.Waiting;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** KEP-3521: what may be done to a pod's scheduling gates, and what becomes of gated pods. */
class SchedulingGatesIT {
    private static final String GATES = "schedulingGates: [{name: example.com/a}, {name: example.com/b}], ";

    private final TestCluster cluster = TestCluster.shared();
    private final Objects objects = new Objects(cluster, "gates");

    @Test
    void aPodWithoutGatesCanBeCreatedWithAndWithoutANodeAndUpdated() {
        objects.create("pods", pod("unscheduled", running("sleep", "600")));
        objects.create("pods", pod("scheduled", "nodeName: node-1, " + running("sleep", "600")));

        patch("unscheduled", "spec: {containers: [{name: c, image: 'example.com/app:2'}]}");
        patch("scheduled", "spec: {containers: [{name: c, image: 'example.com/app:2'}]}");

        assertThat(objects.get("pods", "scheduled").text("spec", "nodeName")).isEqualTo("node-1");
    }

    @Test
    void aGatedPodCanBeCreatedOnlyWithoutANode() {
        var gated = objects.create("pods", pod("gated", GATES + running("true")));

        assertThat(gated.condition("PodScheduled").orElseThrow().path("reason").asString())
                .isEqualTo("SchedulingGated");
        assertThat(gated.condition("PodScheduled").orElseThrow().path("message").asString())
                .isEqualTo("Scheduling is blocked due to non-empty scheduling gates");
        assertThatThrownBy(() -> objects.create("pods", pod("both", "nodeName: node-1, " + GATES + running("true"))))
                .isInstanceOf(ApiException.class)
                .hasMessageContaining(
                        "spec.nodeName: Forbidden: cannot be set until all schedulingGates have been cleared");
    }

    @Test
    void gatesCannotBeAddedLater() {
        objects.create("pods", pod("gated", GATES + running("true")));
        objects.create("pods", pod("free", running("sleep", "600")));

        assertThatThrownBy(() -> patch("gated", "spec: {schedulingGates: [{name: example.com/c}]}"))
                .hasMessageContaining("only deletion is allowed, but found new scheduling gate 'example.com/c'");
        assertThatThrownBy(() -> patch("free", "spec: {schedulingGates: [{name: example.com/c}]}"))
                .hasMessageContaining("only deletion is allowed, but found new scheduling gate 'example.com/c'");
    }

    @Test
    void namesOfGatesAreQualifiedAndUnique() {
        assertThatThrownBy(() ->
                        objects.create("pods", pod("p", "schedulingGates: [{name: 'no good'}], " + running("true"))))
                .hasMessageContaining("spec.schedulingGates[0]: Invalid value: \"no good\"");
        assertThatThrownBy(() -> objects.create(
                        "pods", pod("p", "schedulingGates: [{name: x/a}, {name: x/a}], " + running("true"))))
                .hasMessageContaining("Duplicate value");
    }

    @Test
    void aPodMayNarrowItsAffinityOnlyWhileItIsGated() {
        objects.create(
                "pods",
                pod(
                        "p",
                        GATES + "tolerations: [{key: x, operator: Exists}], nodeSelector: {disk: ssd}, "
                                + running("sleep", "600")));

        merge("p", "spec: {nodeSelector: {instance: on-demand}}");
        assertThatThrownBy(() -> merge("p", "spec: {nodeSelector: {disk: hdd}}"))
                .hasMessageContaining("only additions to spec.nodeSelector are allowed (no mutations or deletions)");
        assertThatThrownBy(() -> merge("p", "spec: {tolerations: []}"))
                .hasMessageContaining("existing toleration can not be modified except its tolerationSeconds");
        merge("p", "spec: {schedulingGates: null}");

        assertThatThrownBy(() -> merge("p", "spec: {nodeSelector: {zone: a}}"))
                .hasMessageContaining("pod updates may not change fields other than");
    }

    @Test
    void bindingRefusesAGatedPod() {
        objects.create("pods", pod("p", GATES + running("true")));
        var binding = yaml("""
            apiVersion: v1
            kind: Binding
            metadata: {name: p}
            target: {kind: Node, name: node-1}
            """);

        assertThatThrownBy(() -> cluster.api().post(objects.path("pods", "p") + "/binding", binding))
                .hasMessageContaining("pod p has non-empty .spec.schedulingGates");
    }

    @Test
    void aGatedPodIsTriedOnlyWhenItsLastGateIsCleared() {
        objects.create("pods", pod("p", GATES + running("sleep", "600")));
        objects.create("pods", pod("other", running("sleep", "600")));
        Waiting.until("the other pod", () -> isRunning("other"));

        merge("p", "spec: {schedulingGates: [{name: example.com/b}]}");
        objects.create("pods", pod("third", running("sleep", "600")));
        Waiting.until("the third pod", () -> isRunning("third"));
        assertThat(objects.get("pods", "p").text("spec", "nodeName")).isEmpty();
        assertThat(printedStatus("p")).isEqualTo("SchedulingGated");

        merge("p", "spec: {schedulingGates: null}");
        Waiting.until("the pod to run", () -> isRunning("p"));
    }

    @Test
    void aPodThatFitsNowhereIsUnschedulableUntilThatChanges() {
        objects.create("pods", pod("p", "nodeSelector: {instance: moon}, " + running("sleep", "600")));

        Waiting.until(
                "the complaint",
                () -> objects.get("pods", "p")
                        .condition("PodScheduled")
                        .filter(condition ->
                                condition.path("reason").asString("").equals("Unschedulable"))
                        .isPresent());
        assertThat(objects.get("pods", "p")
                        .condition("PodScheduled")
                        .orElseThrow()
                        .path("message")
                        .asString())
                .contains("node(s) didn't match Pod's node affinity/selector");
    }

    private boolean isRunning(String pod) {
        return objects.get("pods", pod).text("status", "phase").equals("Running");
    }

    private String printedStatus(String pod) {
        var answer = cluster.api()
                .send(
                        "GET",
                        objects.path("pods", pod),
                        Map.of("Accept", "application/json;as=Table;v=v1;g=meta.k8s.io"),
                        null);
        return answer.json().path("rows").path(0).path("cells").path(2).asString("");
    }

    private void patch(String pod, String patch) {
        cluster.api().patch(objects.path("pods", pod), PatchType.STRATEGIC, yaml(patch));
    }

    private void merge(String pod, String patch) {
        cluster.api().patch(objects.path("pods", pod), PatchType.MERGE, yaml(patch));
    }
}
