package dev.turnstile.embedded.contract;

import static dev.turnstile.embedded.contract.Gadgets.gadget;
import static dev.turnstile.embedded.contract.Objects.configMap;
import static dev.turnstile.embedded.contract.Objects.line;
import static dev.turnstile.embedded.contract.Objects.pod;
import static dev.turnstile.embedded.contract.Objects.refused;
import static dev.turnstile.embedded.contract.Objects.running;
import static dev.turnstile.embedded.contract.Objects.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.embedded.api.PatchType;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.object.ApiObject;
import dev.turnstile.embedded.testing.TestCluster;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The four kinds of patches, and the owners of fields. */
class PatchIT {
    private final TestCluster cluster = TestCluster.shared();
    private final Objects objects = new Objects(cluster, "patches");

    @Test
    void aMergeReplacesListsAndNullRemoves() {
        objects.create(
                "pods",
                pod(
                        "p",
                        "schedulingGates: [{name: x/a}, {name: x/b}], nodeSelector: {a: b, c: d}, " + running("true")));

        var patched =
                objects.merge("pods", "p", "{metadata: {labels: {k: v}}, spec: {schedulingGates: [{name: x/b}]}}");

        assertThat(patched.list("spec", "schedulingGates")).hasSize(1);
        assertThat(patched.labels()).containsExactly(Map.entry("k", "v"));
        assertThat(objects.merge("pods", "p", "{metadata: {labels: null}}")
                        .at("metadata", "labels")
                        .isMissingNode())
                .isTrue();
    }

    @Test
    void whatAPatchEmptiesIsLeftOut() {
        objects.create("configmaps", configMap("a", "labels: {k: v}, annotations: {k: v}", "x: y"));

        var emptied = objects.merge(
                "configmaps", "a", "{metadata: {labels: {k: null}, annotations: {k: null}}, data: {x: null}}");

        assertThat(emptied.at("data").isMissingNode()).isTrue();
        assertThat(emptied.at("metadata", "labels").isMissingNode()).isTrue();
        assertThat(emptied.at("metadata", "annotations").isMissingNode()).isTrue();

        objects.create("jobs", """
            apiVersion: batch/v1
            kind: Job
            metadata: {name: j}
            spec: {suspend: true, template: {spec: {restartPolicy: Never, nodeSelector: {a: b}, tolerations: [{key: x, operator: Exists}], %s}}}
            """.formatted(running("true")));
        var job = objects.merge("jobs", "j", "spec: {template: {spec: {nodeSelector: {a: null}, tolerations: []}}}");
        assertThat(job.at("spec", "template", "spec", "nodeSelector").isMissingNode())
                .isTrue();
        assertThat(job.at("spec", "template", "spec", "tolerations").isMissingNode())
                .isTrue();
        var selected = objects.patch(
                "jobs", "j", PatchType.JSON, "[{op: add, path: /spec/template/spec/nodeSelector, value: {}}]");
        assertThat(selected.at("spec", "template", "spec", "nodeSelector").isMissingNode())
                .isTrue();
    }

    @Test
    void aStrategicMergeKnowsTheKeysOfLists() {
        objects.create("pods", """
            apiVersion: v1
            kind: Pod
            metadata: {name: p, finalizers: [x/a]}
            spec:
              schedulingGates: [{name: x/a}, {name: x/b}]
              containers: [{name: c, image: 'i:1', env: [{name: A, value: '1'}]}, {name: d, image: 'i:1'}]
            """);

        var patched = objects.patch("pods", "p", PatchType.STRATEGIC, """
            metadata: {finalizers: [x/b]}
            spec: {containers: [{name: d, image: 'i:2'}], schedulingGates: [{name: x/a, $patch: delete}]}
            """);

        assertThat(patched.list("spec", "containers"))
                .extracting(container -> container.path("name").asString("") + " "
                        + container.path("image").asString(""))
                .containsExactly("c i:1", "d i:2");
        assertThat(patched.list("spec", "schedulingGates"))
                .extracting(gate -> gate.path("name").asString(""))
                .containsExactly("x/b");
        assertThat(patched.finalizers()).containsExactlyInAnyOrder("x/a", "x/b");
        assertThat(objects.patch(
                                "pods",
                                "p",
                                PatchType.STRATEGIC,
                                "metadata: {$deleteFromPrimitiveList/finalizers: [x/a, x/b]}")
                        .finalizers())
                .isEmpty();
    }

    @Test
    void aJsonPatchMovesCopiesAndTests() {
        objects.create("configmaps", configMap("a", "", "x: '1', y: '2'"));

        var patched = objects.patch("configmaps", "a", PatchType.JSON, """
            [{op: test, path: /data/x, value: '1'}, {op: move, from: /data/x, path: /data/z},
             {op: copy, from: /data/y, path: /data/x}, {op: remove, path: /data/y},
             {op: add, path: /metadata/annotations, value: {}}, {op: add, path: /metadata/annotations/a~1b, value: c}]
            """);

        assertThat(patched.texts("data")).isEqualTo(Map.of("x", "2", "z", "1"));
        assertThat(patched.annotations()).containsEntry("a/b", "c");
        assertThat(refused(() -> objects.patch("configmaps", "a", PatchType.JSON, "[{op: remove, path: /data/none}]"))
                        .code())
                .isEqualTo(422);
        assertThat(refused(() -> objects.patch("configmaps", "a", PatchType.JSON, "[{op: dance, path: /data}]"))
                        .code())
                .isIn(400, 422);
    }

    @Test
    void whatAPatchMakesUnreadableIsRefused() {
        objects.create("configmaps", configMap("a", "", "x: '1'"));

        var refusal = refused(() -> objects.merge("configmaps", "a", "data: {x: 5}"));
        assertThat(refusal.code()).isEqualTo(422);
        assertThat(refusal.getMessage()).contains("json: cannot unmarshal number into Go struct field ConfigMap.data");
        assertThat(line(refused(() -> objects.patch("configmaps", "a", PatchType.JSON, "[{op: turn, path: /data/x}]"))))
                .isEqualTo("422 Invalid: the server rejected our request due to an error in our request");
        assertThat(objects.patch("configmaps", "a", PatchType.JSON, "[{op: replace, path: /data/y, value: '2'}]")
                        .text("data", "y"))
                .isEqualTo("2");
    }

    @Test
    void anApplyCreatesAndOwns() {
        var applied = objects.apply("configmaps", "a", "one", false, configMap("a", "labels: {k: v}", "x: '1'"));

        assertThat(applied.uid()).isNotEmpty();
        var entry = applied.list("metadata", "managedFields").getFirst();
        assertThat(entry.path("manager").asString("")).isEqualTo("one");
        assertThat(entry.path("operation").asString("")).isEqualTo("Apply");
        assertThat(entry.path("apiVersion").asString("")).isEqualTo("v1");
        assertThat(entry.path("fieldsType").asString("")).isEqualTo("FieldsV1");
        assertThat(entry.path("fieldsV1"))
                .isEqualTo(yaml("{'f:data': {'f:x': {}}, 'f:metadata': {'f:labels': {'f:k': {}}}}"));
        assertThat(objects.apply("configmaps", "a", "one", false, configMap("a", "labels: {k: v}", "x: '1'"))
                        .version())
                .isEqualTo(applied.version());
    }

    @Test
    void whatAnotherOwnsIsAConflictUnlessForced() {
        objects.apply("configmaps", "a", "one", false, configMap("a", "", "x: '1', y: '1'"));

        var refusal =
                refused(() -> objects.apply("configmaps", "a", "two", false, configMap("a", "", "x: '2', z: '2'")));

        assertThat(line(refusal))
                .isEqualTo("409 Conflict: Apply failed with 1 conflict: conflict with \"one\": .data.x");
        assertThat(Objects.causes(refusal)).containsExactly(".data.x FieldManagerConflict: conflict with \"one\"");
        var forced = objects.apply("configmaps", "a", "two", true, configMap("a", "", "x: '2', z: '2'"));
        assertThat(forced.texts("data")).isEqualTo(Map.of("x", "2", "y", "1", "z", "2"));
        assertThat(managers(forced))
                .containsExactly("one Apply {f:data={f:y={}}}", "two Apply {f:data={f:x={}, f:z={}}}");
    }

    @Test
    void severalConflictsAreReportedTogether() {
        objects.apply("configmaps", "a", "one", false, configMap("a", "", "x: '1', y: '1'"));
        cluster.api()
                .patch(objects.path("configmaps", "a") + "?fieldManager=hand", PatchType.MERGE, yaml("data: {z: '1'}"));

        var refusal = refused(
                () -> objects.apply("configmaps", "a", "two", false, configMap("a", "", "x: '2', y: '2', z: '2'")));

        assertThat(refusal.status().path("message").asString("")).isEqualTo("""
            Apply failed with 3 conflicts: conflicts with "hand" using v1:
            - .data.z
            conflicts with "one":
            - .data.x
            - .data.y\
            """);
    }

    @Test
    void theSameValueIsSharedAndFieldsWithoutAnOwnerAreRemoved() {
        objects.apply("configmaps", "a", "one", false, configMap("a", "", "x: '1', y: '1'"));
        objects.apply("configmaps", "a", "two", false, configMap("a", "", "x: '1'"));

        var left = objects.apply("configmaps", "a", "one", false, configMap("a", "", ""));

        assertThat(left.texts("data")).isEqualTo(Map.of("x", "1"));
    }

    @Test
    void anApplyOfACustomResourceKnowsItsKeys() {
        Gadgets.install(cluster);
        objects.apply("gadgets", "g", "one", false, gadget("g", "parts: [{name: a}, {name: b, weight: 2}], tags: [t]"));

        var both = objects.apply("gadgets", "g", "two", false, gadget("g", "parts: [{name: c, weight: 3}], tags: [u]"));

        assertThat(both.list("spec", "parts"))
                .extracting(part ->
                        part.path("name").asString("") + part.path("weight").asInt(0))
                .containsExactly("a1", "b2", "c3");
        assertThat(both.list("spec", "tags")).hasSize(2);
        assertThat(line(refused(() ->
                        objects.apply("gadgets", "g", "two", false, gadget("g", "parts: [{name: b, weight: 9}]")))))
                .isEqualTo("409 Conflict: Apply failed with 1 conflict: conflict with \"one\":"
                        + " .spec.parts[name=\"b\"].weight");
        assertThat(line(refused(() -> objects.apply("gadgets", "g", "two", false, gadget("g", "bogus: 1")))))
                .contains(".spec.bogus: field not declared in schema");
    }

    @Test
    void anApplyNeedsAManagerAndNoManagedFields() {
        assertThat(line(refused(() -> cluster.api()
                        .patch(objects.path("configmaps", "a"), PatchType.APPLY, yaml(configMap("a", "", ""))))))
                .isEqualTo("422 Invalid: PatchOptions.meta.k8s.io \"\" is invalid: fieldManager: Required value: is"
                        + " required for apply patch");
        assertThat(line(refused(() -> objects.apply(
                        "configmaps", "a", "m", false, configMap("a", "managedFields: [{manager: x}]", "")))))
                .isEqualTo("400 BadRequest: metadata.managedFields must be nil");
    }

    @Test
    void statusIsAppliedByItself() {
        Gadgets.install(cluster);
        objects.apply("gadgets", "g", "one", false, gadget("g", "size: large"));
        var path = objects.path("gadgets", "g") + "/status?fieldManager=controller";
        var status = yaml(gadget("g", "size: small"));
        status.set("status", yaml("conditions: [{type: Ready, status: 'True'}]"));

        var applied = new ApiObject(cluster.api().patch(path, PatchType.APPLY, status));

        assertThat(applied.text("spec", "size")).isEqualTo("large");
        assertThat(applied.isConditionTrue("Ready")).isTrue();
        var entry = applied.list("metadata", "managedFields").stream()
                .filter(candidate -> candidate.path("manager").asString("").equals("controller"))
                .findFirst()
                .orElseThrow();
        assertThat(entry.path("subresource").asString("")).isEqualTo("status");
    }

    @Test
    void ordinaryWritesAreTrackedByTheClientsName() {
        objects.create("configmaps", configMap("a", "", "x: '1'"));
        objects.merge("configmaps", "a", "data: {y: '1'}");

        assertThat(managers(objects.get("configmaps", "a")))
                .containsExactly("turnstile-embedded Update {f:data={.={}, f:x={}, f:y={}}}");
    }

    @Test
    void fieldsAddedByAdmissionAndTheServerHaveNoOwner() {
        objects.create("pods", pod("p", "schedulingGates: [{name: x/a}], " + running("true")));
        objects.create(
                "jobs",
                "{apiVersion: batch/v1, kind: Job, metadata: {name: j}, spec: {suspend: true, "
                        + "template: {spec: {restartPolicy: Never, %s}}}}".formatted(running("true")));

        assertThat(owned("pods", "p", "spec"))
                .containsExactlyInAnyOrder(
                        "f:containers",
                        "f:dnsPolicy",
                        "f:enableServiceLinks",
                        "f:restartPolicy",
                        "f:schedulerName",
                        "f:schedulingGates",
                        "f:securityContext",
                        "f:terminationGracePeriodSeconds");
        assertThat(owned("jobs", "j", "spec"))
                .containsExactlyInAnyOrder(
                        "f:backoffLimit",
                        "f:completionMode",
                        "f:completions",
                        "f:manualSelector",
                        "f:parallelism",
                        "f:podReplacementPolicy",
                        "f:suspend",
                        "f:template");
        assertThat(owned("jobs", "j", "spec", "template")).containsExactly("f:spec");
    }

    /** Steps to what the writer of an object owns below a place. */
    private Collection<String> owned(String resource, String name, String... place) {
        var fields = objects.get(resource, name).list("metadata", "managedFields").stream()
                .filter(entry -> Json.text(entry, "manager").equals("turnstile-embedded"))
                .findFirst()
                .orElseThrow()
                .path("fieldsV1");
        for (var step : place) {
            fields = fields.path("f:" + step);
        }
        return fields.propertyNames();
    }

    @Test
    void fieldsWithoutAnOwnerAreTrackedFromTheFirstApplyOn() {
        objects.create("configmaps", "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}");
        assertThat(managers(objects.merge("configmaps", "a", "data: {x: '1'}"))).isEmpty();

        var applied = objects.apply("configmaps", "a", "m", false, configMap("a", "", "y: '1'"));

        assertThat(managers(applied))
                .containsExactly("m Apply {f:data={f:y={}}}", "before-first-apply Update {f:data={.={}, f:x={}}}");
    }

    @Test
    void serverSideApplyTakesOverWhatKubectlApplied() {
        var annotation = "kubectl.kubernetes.io/last-applied-configuration";
        var last = "{\"apiVersion\": \"v1\", \"kind\": \"ConfigMap\", \"metadata\": {\"name\": \"a\"},"
                + " \"data\": {\"x\": \"1\", \"y\": \"1\"}}";
        var path = objects.path("configmaps") + "?fieldManager=kubectl-client-side-apply";
        cluster.api()
                .post(
                        path,
                        yaml(configMap("a", "annotations: {%s: '%s'}".formatted(annotation, last), "x: '1', y: '2'")));

        assertThat(line(refused(() -> objects.apply("configmaps", "a", "other", false, configMap("a", "", "x: '2'")))))
                .isEqualTo(
                        "409 Conflict: Apply failed with 1 conflict: conflict with \"kubectl-client-side-apply\" using"
                                + " v1: .data.x");
        assertThat(line(refused(() ->
                        objects.apply("configmaps", "a", "kubectl", false, configMap("a", "", "x: '2', y: '3'")))))
                .isEqualTo(
                        "409 Conflict: Apply failed with 1 conflict: conflict with \"kubectl-client-side-apply\" using"
                                + " v1: .data.y");

        var applied = objects.apply("configmaps", "a", "kubectl", false, configMap("a", "", "x: '2'"));

        assertThat(applied.text("data", "x")).isEqualTo("2");
        assertThat(yaml(applied.text("metadata", "annotations", annotation)).path("data"))
                .isEqualTo(yaml("{x: '2'}"));
    }

    @Test
    void whatAnApplyCreatesIsNamedInIt() {
        assertThat(line(refused(() ->
                        objects.apply("configmaps", "nameless", "m", false, "{apiVersion: v1, kind: ConfigMap}"))))
                .isEqualTo("400 BadRequest: the name of the object (nameless based on URL) was undeterminable: name"
                        + " must be provided");
    }

    private static List<String> managers(ApiObject object) {
        return object.list("metadata", "managedFields").stream()
                .map(entry -> Json.text(entry, "manager") + " " + Json.text(entry, "operation") + " "
                        + entry.path("fieldsV1")
                                .toString()
                                .replace("\"", "")
                                .replace(":{", "={")
                                .replace(",", ", "))
                .toList();
    }
}
