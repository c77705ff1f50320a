package dev.turnstile.embedded.contract;

import static dev.turnstile.embedded.contract.Gadgets.gadget;
import static dev.turnstile.embedded.contract.Objects.causes;
import static dev.turnstile.embedded.contract.Objects.line;
import static dev.turnstile.embedded.contract.Objects.pod;
import static dev.turnstile.embedded.contract.Objects.refused;
import static dev.turnstile.embedded.contract.Objects.running;
import static dev.turnstile.embedded.contract.Objects.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.embedded.api.PatchType;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.testing.TestCluster;
import dev.turnstile.embedded.testing.Waiting;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** The doors beside an object: scale, pods' binding and eviction. */
class SubresourceIT {
    private final TestCluster cluster = TestCluster.shared();
    private final Objects objects = new Objects(cluster, "doors");

    @Test
    void scaleIsReadAndWrittenOnADeployment() {
        objects.create("deployments", """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: d}
            spec:
              replicas: 0
              paused: true
              selector: {matchLabels: {app: d}}
              template: {metadata: {labels: {app: d}}, spec: {containers: [{name: c, image: i}]}}
            """);
        var scale = objects.path("deployments", "d") + "/scale";

        var read = cluster.api().get(scale);
        assertThat(Json.text(read, "kind")).isEqualTo("Scale");
        assertThat(Json.text(read, "apiVersion")).isEqualTo("autoscaling/v1");
        assertThat(Json.text(read, "status", "selector")).isEqualTo("app=d");
        assertThat(Json.text(read, "metadata", "uid"))
                .isEqualTo(objects.get("deployments", "d").uid());

        var patched = cluster.api().patch(scale, PatchType.MERGE, yaml("spec: {replicas: 2}"));
        assertThat(Json.number(patched, 0, "spec", "replicas")).isEqualTo(2);
        assertThat(objects.get("deployments", "d").number("spec", "replicas")).hasValue(2);
        assertThat(objects.get("deployments", "d").number("metadata", "generation"))
                .hasValue(2);

        assertThat(line(refused(() -> cluster.api().put(scale, read.deepCopy().set("spec", yaml("replicas: 0"))))))
                .startsWith("409 Conflict: Operation cannot be fulfilled on deployments.apps \"d\": ");
        assertThat(line(refused(() -> cluster.api().patch(scale, PatchType.MERGE, yaml("spec: {replicas: -1}")))))
                .contains("spec.replicas: Invalid value: -1: must be greater than or equal to 0");
        cluster.api().patch(scale, PatchType.MERGE, yaml("spec: {replicas: 0}"));
    }

    @Test
    void aDefinitionStatesThePathsOfItsScale() {
        Gadgets.install(cluster);
        objects.create("gadgets", gadget("g", "replicas: 2"));
        cluster.api()
                .patch(
                        objects.path("gadgets", "g") + "/status",
                        PatchType.MERGE,
                        yaml("status: {replicas: 1, selector: 'app=g'}"));
        var scale = objects.path("gadgets", "g") + "/scale";

        var read = cluster.api().get(scale);
        assertThat(read.path("spec")).isEqualTo(yaml("replicas: 2"));
        assertThat(read.path("status")).isEqualTo(yaml("{replicas: 1, selector: app=g}"));

        var written = cluster.api().put(scale, read.deepCopy().set("spec", yaml("replicas: 4")));
        assertThat(written.path("spec")).isEqualTo(yaml("replicas: 4"));
        assertThat(objects.get("gadgets", "g").number("spec", "replicas")).hasValue(4);
        assertThat(causes(refused(() -> cluster.api().patch(scale, PatchType.MERGE, yaml("spec: {replicas: 11}")))))
                .containsExactly("spec.replicas FieldValueForbidden: Forbidden: at most 10");
    }

    @Test
    void kindsWithoutAScaleHaveNoSubresource() {
        objects.create("configmaps", Objects.configMap("a", "", ""));

        assertThat(line(refused(() -> cluster.api().get(objects.path("configmaps", "a") + "/scale"))))
                .isEqualTo("404 NotFound: the server could not find the requested resource");
    }

    @Test
    void aBindingBindsAPodOnce() {
        objects.create("pods", pod("p", "schedulerName: by-hand, " + running("sleep", "600")));

        var answer = cluster.api().post(objects.path("pods", "p") + "/binding", binding("p", "node-2"));

        assertThat(Json.text(answer, "kind")).isEqualTo("Status");
        assertThat(Json.text(answer, "status")).isEqualTo("Success");
        assertThat(objects.get("pods", "p").text("spec", "nodeName")).isEqualTo("node-2");
        assertThat(objects.get("pods", "p").number(0, "metadata", "generation")).isEqualTo(1);
        assertThat(objects.get("pods", "p").isConditionTrue("PodScheduled")).isTrue();
        assertThat(line(refused(
                        () -> cluster.api().post(objects.path("pods", "p") + "/binding", binding("p", "node-1")))))
                .isEqualTo(
                        "409 Conflict: Operation cannot be fulfilled on pods/binding \"p\": pod p is already assigned"
                                + " to node \"node-2\"");
        Waiting.until(
                "the pod to run",
                () -> objects.get("pods", "p").text("status", "phase").equals("Running"));
    }

    @Test
    void aBindingNeedsAPodAndANode() {
        objects.create("pods", pod("p", "schedulerName: by-hand, " + running("true")));

        assertThat(line(refused(() -> cluster.api().post(objects.path("pods", "p") + "/binding", binding("p", "")))))
                .contains("target.name: Required value");
        assertThat(line(refused(() ->
                        cluster.api().post(objects.path("pods", "none") + "/binding", binding("none", "node-1")))))
                .isEqualTo("404 NotFound: pods \"none\" not found");
    }

    @Test
    void anEvictionDeletesAPodWithItsGracePeriod() {
        objects.create("pods", pod("p", "terminationGracePeriodSeconds: 300, " + running("sleep", "600")));
        Waiting.until(
                "the pod to run",
                () -> objects.get("pods", "p").text("status", "phase").equals("Running"));

        var answer = cluster.api().post(objects.path("pods", "p") + "/eviction", eviction("p", ""));

        assertThat(Json.text(answer, "status")).isEqualTo("Success");
        assertThat(objects.get("pods", "p").isBeingDeleted()).isTrue();
        assertThat(objects.get("pods", "p").number("metadata", "deletionGracePeriodSeconds"))
                .hasValue(300);
        cluster.api()
                .post(objects.path("pods", "p") + "/eviction", eviction("p", "deleteOptions: {gracePeriodSeconds: 0}"));
        Waiting.until("the pod to be gone", () -> !objects.isThere("pods", "p"));
    }

    @Test
    void anEvictionChecksItsPreconditions() {
        objects.create("pods", pod("p", "schedulingGates: [{name: a/b}], " + running("true")));

        assertThat(line(refused(() -> cluster.api()
                        .post(
                                objects.path("pods", "p") + "/eviction",
                                eviction("p", "deleteOptions: {preconditions: {uid: other}}")))))
                .startsWith("409 Conflict: ");
        assertThat(line(refused(() -> cluster.api().post(objects.path("pods", "p") + "/eviction", eviction("q", "")))))
                .startsWith("400 BadRequest: name in URL does not match name in Eviction object");
        cluster.api().post(objects.path("pods", "p") + "/eviction?dryRun=All", eviction("p", ""));
        assertThat(objects.get("pods", "p").isBeingDeleted()).isFalse();
    }

    private static ObjectNode binding(String pod, String node) {
        return yaml("{apiVersion: v1, kind: Binding, metadata: {name: %s}, target: {kind: Node, name: '%s'}}"
                .formatted(pod, node));
    }

    private static ObjectNode eviction(String pod, String more) {
        return yaml("{apiVersion: policy/v1, kind: Eviction, metadata: {name: %s}, %s}".formatted(pod, more));
    }
}
