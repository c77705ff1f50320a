package dev.turnstile.embedded.contract;

import static dev.turnstile.embedded.contract.Objects.causes;
import static dev.turnstile.embedded.contract.Objects.configMap;
import static dev.turnstile.embedded.contract.Objects.line;
import static dev.turnstile.embedded.contract.Objects.pod;
import static dev.turnstile.embedded.contract.Objects.refused;
import static dev.turnstile.embedded.contract.Objects.running;
import static dev.turnstile.embedded.contract.Objects.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.embedded.api.PatchType;
import dev.turnstile.embedded.object.ApiObject;
import dev.turnstile.embedded.testing.TestCluster;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** Optimistic concurrency, and the messages of refused writes. */
class ConflictIT {
    private final TestCluster cluster = TestCluster.shared();
    private final Objects objects = new Objects(cluster, "conflicts");

    @Test
    void anUpdateFromAnOldVersionIsAConflict() {
        var old = objects.create("configmaps", configMap("a", "", "x: '1'"));
        objects.merge("configmaps", "a", "data: {x: '2'}");

        var refusal = refused(() -> objects.put("configmaps", old));

        assertThat(line(refusal))
                .isEqualTo("409 Conflict: Operation cannot be fulfilled on configmaps \"a\": the object has been"
                        + " modified; please apply your changes to the latest version and try again");
        assertThat(refusal.status().path("details")).isEqualTo(yaml("{name: a, kind: configmaps}"));
    }

    @Test
    void anUpdateWithoutAVersionWritesOverWhateverIsThere() {
        objects.create("configmaps", configMap("a", "", "x: '1'"));

        cluster.api().put(objects.path("configmaps", "a"), yaml(configMap("a", "", "x: '2'")));

        assertThat(objects.get("configmaps", "a").text("data", "x")).isEqualTo("2");
    }

    @Test
    void anUpdateThatChangesNothingKeepsTheVersion() {
        var created = objects.create("configmaps", configMap("a", "labels: {k: v}", "x: '1'"));

        assertThat(objects.put("configmaps", created).version()).isEqualTo(created.version());
        assertThat(objects.merge("configmaps", "a", "data: {x: '1'}").version()).isEqualTo(created.version());
    }

    @Test
    void anUpdateWithAnotherUidIsAConflict() {
        var created = objects.create("configmaps", configMap("a", "", ""));
        ((ObjectNode) created.tree().path("metadata")).put("uid", "other");

        assertThat(line(refused(() -> objects.put("configmaps", created))))
                .startsWith("409 Conflict: Operation cannot be fulfilled on configmaps \"a\": ")
                .endsWith("Precondition failed: UID in precondition: other, UID in object meta: "
                        + objects.get("configmaps", "a").uid());
    }

    @Test
    void aPatchWithAVersionIsRefusedIfTheVersionIsOld() {
        var old = objects.create("configmaps", configMap("a", "", "x: '1'"));
        var current = objects.merge("configmaps", "a", "data: {x: '2'}");

        var refusal = refused(() -> objects.merge(
                "configmaps", "a", "{metadata: {resourceVersion: '%d'}, data: {x: '3'}}".formatted(old.version())));
        assertThat(line(refusal))
                .startsWith("409 Conflict: Operation cannot be fulfilled on configmaps \"a\": the object has");

        objects.patch(
                "configmaps",
                "a",
                PatchType.STRATEGIC,
                "{metadata: {resourceVersion: '%d'}, data: {x: '3'}}".formatted(current.version()));
        assertThat(objects.get("configmaps", "a").text("data", "x")).isEqualTo("3");
    }

    @Test
    void aJsonPatchWhoseTestFailsChangesNothing() {
        objects.create("configmaps", configMap("a", "", "x: '1'"));

        var refusal = refused(() -> objects.patch(
                "configmaps",
                "a",
                PatchType.JSON,
                "[{op: test, path: /data/x, value: '0'}, {op: replace, path: /data/x, value: '2'}]"));

        assertThat(line(refusal))
                .isEqualTo("422 Invalid: the server rejected our request due to an error in our request");
        assertThat(objects.get("configmaps", "a").text("data", "x")).isEqualTo("1");
    }

    @Test
    void statusWritesKeepTheSpecAndCheckTheVersion() {
        var old = objects.create("pods", pod("p", "schedulingGates: [{name: a/b}], " + running("true")));
        objects.merge("pods", "p", "metadata: {labels: {a: b}}");

        assertThat(line(refused(() -> cluster.api().put(objects.path("pods", "p") + "/status", old.tree()))))
                .startsWith("409 Conflict: Operation cannot be fulfilled on pods \"p\": the object has been modified;");
        var current = objects.get("pods", "p");
        ((ObjectNode) current.tree().path("spec")).put("priority", 5);
        ((ObjectNode) current.tree().path("status")).put("message", "told");
        var written = new ApiObject(cluster.api().put(objects.path("pods", "p") + "/status", current.tree()));
        assertThat(written.text("status", "message")).isEqualTo("told");
        assertThat(written.number("spec", "priority")).hasValue(0);
    }

    @Test
    void anExistingObjectCannotBeCreatedAgain() {
        objects.create("configmaps", configMap("a", "", ""));

        var refusal = refused(() -> objects.create("configmaps", configMap("a", "", "")));

        assertThat(line(refusal)).isEqualTo("409 AlreadyExists: configmaps \"a\" already exists");
        assertThat(refusal.status().path("details")).isEqualTo(yaml("{name: a, kind: configmaps}"));
        objects.create("jobs", job("j"));
        assertThat(line(refused(() -> objects.create("jobs", job("j")))))
                .isEqualTo("409 AlreadyExists: jobs.batch \"j\" already exists");
    }

    @Test
    void missingObjectsAreNotFound() {
        var refusal = refused(() -> objects.get("configmaps", "none"));

        assertThat(line(refusal)).isEqualTo("404 NotFound: configmaps \"none\" not found");
        assertThat(line(refused(() -> objects.delete("jobs", "none", ""))))
                .isEqualTo("404 NotFound: jobs.batch \"none\" not found");
        assertThat(line(refused(() -> objects.merge("leases", "none", "{}"))))
                .isEqualTo("404 NotFound: leases.coordination.k8s.io \"none\" not found");
        assertThat(cluster.api()
                        .send("GET", "/apis/example.org/v1/things", Map.of(), null)
                        .code())
                .isEqualTo(404);
        assertThat(line(refused(
                        () -> cluster.api().post("/api/v1/namespaces/none/configmaps", yaml(configMap("a", "", ""))))))
                .isEqualTo("404 NotFound: namespaces \"none\" not found");
    }

    @Test
    void whatIsInvalidIsRefusedWithACauseForEachField() {
        var refusal = refused(() -> objects.create("pods", """
            apiVersion: v1
            kind: Pod
            metadata: {name: p, labels: {"a b": c}}
            spec: {restartPolicy: Sometimes, containers: [{name: C, image: i}, {name: d}]}
            """));

        assertThat(refusal.code()).isEqualTo(422);
        assertThat(refusal.reason()).isEqualTo("Invalid");
        assertThat(refusal.status().path("message").asString(""))
                .startsWith("Pod \"p\" is invalid: [metadata.labels: Invalid value: \"a b\": ");
        assertThat(refusal.status().path("details").path("kind").asString("")).isEqualTo("Pod");
        assertThat(causes(refusal))
                .anySatisfy(cause -> assertThat(cause)
                        .startsWith(
                                "metadata.labels FieldValueInvalid: Invalid value: \"a b\": name part must consist of"))
                .anySatisfy(cause -> assertThat(cause)
                        .startsWith(
                                "spec.containers[0].name FieldValueInvalid: Invalid value: \"C\": a lowercase RFC 1123"
                                        + " label must consist of"))
                .contains("spec.containers[1].image FieldValueRequired: Required value")
                .contains(
                        "spec.restartPolicy FieldValueNotSupported: Unsupported value: \"Sometimes\": supported values:"
                                + " \"Always\", \"OnFailure\", \"Never\"");
    }

    @Test
    void namesAreChecked() {
        assertThat(line(refused(() -> objects.create("configmaps", configMap("A", "", "")))))
                .startsWith(
                        "422 Invalid: ConfigMap \"A\" is invalid: metadata.name: Invalid value: \"A\": a lowercase RFC"
                                + " 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and"
                                + " must start and end with an alphanumeric character (e.g. 'example.com'");
        assertThat(line(refused(
                        () -> cluster.api().put(objects.path("configmaps", "a"), yaml(configMap("b", "", ""))))))
                .isEqualTo("400 BadRequest: the name of the object (b) does not match the name on the URL (a)");
        assertThat(line(refused(() -> objects.create("configmaps", configMap("a", "namespace: other", "")))))
                .isEqualTo("400 BadRequest: the namespace of the provided object does not match the namespace sent on"
                        + " the request");
        assertThat(line(refused(() -> objects.create("configmaps", "{apiVersion: v1, kind: ConfigMap}"))))
                .isEqualTo("422 Invalid: ConfigMap \"\" is invalid: metadata.name: Required value: name or generateName"
                        + " is required");
        assertThat(line(refused(
                        () -> objects.create("configmaps", "{apiVersion: v1, kind: Secret, metadata: {name: a}}"))))
                .startsWith("400 BadRequest: ");
    }

    @Test
    void aDeletionChecksItsPreconditions() {
        var created = objects.create("configmaps", configMap("a", "", ""));

        assertThat(line(refused(() -> objects.delete("configmaps", "a", "preconditions: {uid: other}"))))
                .isEqualTo("409 Conflict: Operation cannot be fulfilled on ConfigMap \"a\": the UID in the precondition"
                        + " (other) does not match the UID in record (" + created.uid()
                        + "). The object might have been deleted and then recreated");
        assertThat(line(refused(() -> objects.delete("configmaps", "a", "preconditions: {resourceVersion: '1'}"))))
                .isEqualTo("409 Conflict: Operation cannot be fulfilled on ConfigMap \"a\": the ResourceVersion in the"
                        + " precondition (1) does not match the ResourceVersion in record (" + created.version()
                        + "). The object might have been modified");
        objects.delete(
                "configmaps",
                "a",
                "preconditions: {uid: %s, resourceVersion: '%d'}".formatted(created.uid(), created.version()));
        assertThat(objects.isThere("configmaps", "a")).isFalse();
    }

    @Test
    void generatedNamesAreFresh() {
        var manifest = "{apiVersion: v1, kind: ConfigMap, metadata: {generateName: made-}}";

        var first = objects.create("configmaps", manifest);
        var second = objects.create("configmaps", manifest);

        assertThat(first.name()).matches("made-[a-z0-9]{5}").isNotEqualTo(second.name());
        assertThat(first.uid()).matches("[0-9a-f-]{36}");
        assertThat(first.text("metadata", "generateName")).isEqualTo("made-");
    }

    @Test
    void aDryRunLeavesNothing() {
        objects.create("configmaps", configMap("a", "", "x: '1'"));

        var made = cluster.api().post(objects.path("configmaps") + "?dryRun=All", yaml(configMap("b", "", "")));
        var changed = cluster.api()
                .patch(objects.path("configmaps", "a") + "?dryRun=All", PatchType.MERGE, yaml("data: {x: '2'}"));
        cluster.api().delete(objects.path("configmaps", "a") + "?dryRun=All", null);

        assertThat(new ApiObject(made).uid()).isNotEmpty();
        assertThat(new ApiObject(changed).text("data", "x")).isEqualTo("2");
        assertThat(objects.isThere("configmaps", "b")).isFalse();
        assertThat(objects.get("configmaps", "a").text("data", "x")).isEqualTo("1");
        assertThat(line(refused(() ->
                        cluster.api().post(objects.path("configmaps") + "?dryRun=Some", yaml(configMap("c", "", ""))))))
                .isEqualTo(
                        "422 Invalid: CreateOptions.meta.k8s.io \"\" is invalid: dryRun: Unsupported value: [\"Some\"]:"
                                + " supported values: \"All\"");
    }

    @Test
    void generationsCountChangesOfTheSpecOnly() {
        objects.create("jobs", job("j"));

        assertThat(objects.get("jobs", "j").number("metadata", "generation")).hasValue(1);
        objects.merge("jobs", "j", "metadata: {labels: {a: b}}");
        assertThat(objects.get("jobs", "j").number("metadata", "generation")).hasValue(1);
        objects.merge("jobs", "j", "spec: {parallelism: 2}");
        assertThat(objects.get("jobs", "j").number("metadata", "generation")).hasValue(2);
    }

    @Test
    void invalidMethodsAndBodiesAreRefused() {
        var wrongMethod = cluster.api().send("DELETE", "/version", Map.of(), null);
        var wrongType = cluster.api()
                .send("PATCH", objects.path("configmaps", "a"), Map.of("Content-Type", "text/plain"), "{}");
        var broken = cluster.api()
                .send("POST", objects.path("configmaps"), Map.of("Content-Type", "application/json"), "{\"a\":");
        var wrongValue = refused(() -> objects.create("configmaps", configMap("a", "", "x: 1")));

        assertThat(wrongMethod.code()).isEqualTo(405);
        assertThat(wrongType.code()).isEqualTo(415);
        assertThat(broken.code()).isEqualTo(400);
        assertThat(line(wrongValue))
                .isEqualTo("400 BadRequest: ConfigMap in version \"v1\" cannot be handled as a ConfigMap: json: cannot"
                        + " unmarshal number into Go struct field ConfigMap.data of type string");
    }

    private static String job(String name) {
        return """
            apiVersion: batch/v1
            kind: Job
            metadata: {name: %s}
            spec: {suspend: true, template: {spec: {restartPolicy: Never, %s}}}
            """.formatted(name, running("true"));
    }
}
