package dev.turnstile.embedded.contract;

import static dev.turnstile.embedded.contract.Objects.configMap;
import static dev.turnstile.embedded.contract.Objects.line;
import static dev.turnstile.embedded.contract.Objects.pod;
import static dev.turnstile.embedded.contract.Objects.refused;
import static dev.turnstile.embedded.contract.Objects.running;
import static dev.turnstile.embedded.contract.Objects.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.object.ApiObject;
import dev.turnstile.embedded.testing.TestCluster;
import dev.turnstile.embedded.testing.Waiting;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** How things end: finalizers, dependents, namespaces, grace. */
class DeletionIT {
    private final TestCluster cluster = TestCluster.shared();
    private final Objects objects = new Objects(cluster, "ends");

    @Test
    void theResponseNamesTheDeletedObject() {
        var created = objects.create("configmaps", configMap("a", "", ""));

        var answer = cluster.api().delete(objects.path("configmaps", "a"), null);

        assertThat(Json.text(answer, "kind")).isEqualTo("Status");
        assertThat(Json.text(answer, "status")).isEqualTo("Success");
        assertThat(answer.path("details"))
                .isEqualTo(yaml("{name: a, kind: configmaps, uid: %s}".formatted(created.uid())));
    }

    @Test
    void finalizersRetainAnObjectUntilTheLastIsRemoved() {
        objects.create("configmaps", configMap("a", "finalizers: [x/a, x/b]", ""));

        var answer = new ApiObject(cluster.api().delete(objects.path("configmaps", "a"), null));

        assertThat(answer.kind()).isEqualTo("ConfigMap");
        assertThat(answer.isBeingDeleted()).isTrue();
        assertThat(answer.number("metadata", "deletionGracePeriodSeconds")).hasValue(0);
        assertThat(line(refused(() -> objects.merge("configmaps", "a", "metadata: {finalizers: [x/a, x/b, x/c]}"))))
                .isEqualTo("422 Invalid: ConfigMap \"a\" is invalid: metadata.finalizers: Forbidden: no new finalizers"
                        + " can be added if the object is being deleted, found new finalizers []string{\"x/c\"}");
        objects.merge("configmaps", "a", "metadata: {finalizers: [x/b]}");
        objects.delete("configmaps", "a", "");
        assertThat(objects.get("configmaps", "a").time("metadata", "deletionTimestamp"))
                .isEqualTo(answer.time("metadata", "deletionTimestamp"));
        objects.merge("configmaps", "a", "metadata: {finalizers: null}");
        assertThat(objects.isThere("configmaps", "a")).isFalse();
    }

    @Test
    void inTheBackgroundDependentsFollow() {
        owned("child", create("owner"), false);

        objects.delete("configmaps", "owner", "propagationPolicy: Background");

        Waiting.until("the child to go", () -> !objects.isThere("configmaps", "child"));
    }

    @Test
    void inTheForegroundTheOwnerWaitsForThoseThatBlockIt() {
        var owner = create("owner");
        objects.create("configmaps", configMap("child", reference(owner, true) + ", finalizers: [x/hold]", ""));

        objects.delete("configmaps", "owner", "propagationPolicy: Foreground");

        Waiting.until(
                "the child to be asked to go",
                () -> objects.get("configmaps", "child").isBeingDeleted());
        var waiting = objects.get("configmaps", "owner");
        assertThat(waiting.isBeingDeleted()).isTrue();
        assertThat(waiting.finalizers()).containsExactly("foregroundDeletion");
        objects.merge("configmaps", "child", "metadata: {finalizers: null}");
        Waiting.until("the owner to go", () -> !objects.isThere("configmaps", "owner"));
    }

    @Test
    void orphansStayWithoutAnOwner() {
        owned("child", create("owner"), false);

        objects.delete("configmaps", "owner", "propagationPolicy: Orphan");

        Waiting.until("the owner to go", () -> !objects.isThere("configmaps", "owner"));
        assertThat(objects.get("configmaps", "child").ownerReferences()).isEmpty();
    }

    @Test
    void anObjectWithOneOwnerLeftStays() {
        var first = create("first");
        var second = create("second");
        objects.create(
                "configmaps",
                configMap(
                        "child", "ownerReferences: [%s, %s]".formatted(owner(first, false), owner(second, false)), ""));

        objects.delete("configmaps", "first", "propagationPolicy: Background");

        Waiting.until(
                "the reference to go",
                () -> objects.get("configmaps", "child").ownerReferences().size() == 1);
        assertThat(objects.get("configmaps", "child")
                        .ownerReferences()
                        .getFirst()
                        .uid())
                .isEqualTo(second.uid());
    }

    @Test
    void aCycleOfOwnersRetainsNoObject() {
        var a = create("a");
        var b = objects.create("configmaps", configMap("b", reference(a, true), ""));
        var c = objects.create("configmaps", configMap("c", reference(b, true), ""));
        objects.merge("configmaps", "a", "metadata: {%s}".formatted(reference(c, true)));

        objects.delete("configmaps", "a", "propagationPolicy: Foreground");

        Waiting.until(
                "all three to go",
                () -> objects.list("configmaps").stream()
                        .noneMatch(map -> Set.of("a", "b", "c").contains(map.name())));
    }

    @Test
    void anOwnerThatNeverExistedCountsAsGone() {
        objects.create(
                "configmaps",
                configMap("child", "ownerReferences: [{apiVersion: v1, kind: ConfigMap, name: none, uid: none}]", ""));

        Waiting.until("the child to go", () -> !objects.isThere("configmaps", "child"));
    }

    @Test
    void policiesThatContradictAreRefused() {
        create("a");

        assertThat(line(refused(() ->
                        objects.delete("configmaps", "a", "{propagationPolicy: Orphan, orphanDependents: true}"))))
                .isEqualTo("422 Invalid: DeleteOptions.meta.k8s.io \"\" is invalid: propagationPolicy: Invalid value:"
                        + " \"Orphan\": orphanDependents and deletionPropagation cannot be both set");
        assertThat(line(refused(() -> objects.delete("configmaps", "a", "propagationPolicy: Never"))))
                .isEqualTo(
                        "422 Invalid: DeleteOptions.meta.k8s.io \"\" is invalid: propagationPolicy: Unsupported value:"
                                + " \"Never\": supported values: \"Foreground\", \"Background\", \"Orphan\", \"nil\"");
    }

    @Test
    void aNamespaceIsDeletedWithItsObjects() {
        var doomed = new Objects(cluster, "doomed");
        doomed.create("configmaps", configMap("a", "finalizers: [x/hold]", ""));
        doomed.create("secrets", "{apiVersion: v1, kind: Secret, metadata: {name: s}}");
        doomed.create("pods", pod("p", "schedulingGates: [{name: a/b}], " + running("true")));
        var path = objects.path("namespaces", doomed.namespace());

        var answer = new ApiObject(cluster.api().delete(path, null));
        assertThat(answer.text("status", "phase")).isEqualTo("Terminating");
        Waiting.until(
                "the rest to go",
                () -> doomed.list("secrets").isEmpty() && doomed.list("pods").isEmpty());
        assertThat(line(refused(() -> doomed.create("secrets", "{apiVersion: v1, kind: Secret, metadata: {name: t}}"))))
                .isEqualTo("403 Forbidden: secrets \"t\" is forbidden: unable to create new content in namespace "
                        + doomed.namespace() + " because it is being terminated");
        Waiting.until(
                "the complaint",
                () -> new ApiObject(cluster.api().get(path)).isConditionTrue("NamespaceFinalizersRemaining"));
        assertThat(new ApiObject(cluster.api().get(path))
                        .condition("NamespaceFinalizersRemaining")
                        .orElseThrow()
                        .path("message")
                        .asString(""))
                .isEqualTo("Some content in the namespace has finalizers remaining: x/hold in 1 resource instances");

        doomed.merge("configmaps", "a", "metadata: {finalizers: null}");

        Waiting.until("the namespace to go", () -> !objects.isThere("namespaces", doomed.namespace()));
    }

    @Test
    void aPodThatNeverStartedGoesAtOnceAndOthersWithGrace() {
        objects.create("pods", pod("waiting", "schedulingGates: [{name: a/b}], " + running("true")));
        objects.create("pods", pod("runs", "terminationGracePeriodSeconds: 600, " + running("sleep", "6000")));
        Waiting.until(
                "the pod to run",
                () -> objects.get("pods", "runs").text("status", "phase").equals("Running"));

        objects.delete("pods", "waiting", "");
        objects.delete("pods", "runs", "");

        assertThat(objects.isThere("pods", "waiting")).isFalse();
        var ending = objects.get("pods", "runs");
        assertThat(ending.number("metadata", "deletionGracePeriodSeconds")).hasValue(600);
        assertThat(ending.deletionTimestamp())
                .hasValueSatisfying(time ->
                        assertThat(time).isAfter(ending.creationTimestamp().plusSeconds(500)));
        // Long enough for a busy machine: the kubelet of the tests is ten times as fast as the clock.
        objects.delete("pods", "runs", "gracePeriodSeconds: 300");
        assertThat(objects.get("pods", "runs").number("metadata", "deletionGracePeriodSeconds"))
                .hasValue(300);
        objects.delete("pods", "runs", "gracePeriodSeconds: 0");
        assertThat(objects.isThere("pods", "runs")).isFalse();
    }

    private ApiObject create(String name) {
        return objects.create("configmaps", configMap(name, "", ""));
    }

    private void owned(String name, ApiObject owner, boolean blocks) {
        objects.create("configmaps", configMap(name, reference(owner, blocks), ""));
    }

    private static String reference(ApiObject owner, boolean blocks) {
        return "ownerReferences: [%s]".formatted(owner(owner, blocks));
    }

    private static String owner(ApiObject owner, boolean blocks) {
        return "{apiVersion: v1, kind: ConfigMap, name: %s, uid: %s, blockOwnerDeletion: %s}"
                .formatted(owner.name(), owner.uid(), blocks);
    }
}
