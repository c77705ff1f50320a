package dev.turnstile.model.patch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.model.condition.Condition;
import dev.turnstile.model.condition.ConditionStatus;
import dev.turnstile.model.condition.Conditions;
import dev.turnstile.model.gate.PreemptionGates;
import dev.turnstile.model.kueue.GateState;
import dev.turnstile.model.kueue.KueueKinds;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.model.meta.KubernetesJson;
import dev.turnstile.model.meta.Metadata;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class PatchesTest {
    private static final Instant NOON = Instant.parse("2026-11-18T12:00:00Z");

    /** A Workload with fields, here all called {@code theirs}, that this version does not know. */
    private static final ObjectNode READ = tree("""
        {"apiVersion": "kueue.x-k8s.io/v1beta2", "kind": "Workload",
         "metadata": {"name": "w", "namespace": "team", "resourceVersion": "7", "labels": {"app": "demo"}},
         "spec": {"active": true, "queueName": "main", "theirs": 1, "priority": 5,
           "podSets": [{"name": "main", "count": 4, "template": {"spec": {"x": [1]}}, "theirs": {"y": 2}}]},
         "status": {"theirs": 3,
           "admission": {"clusterQueue": "cq", "theirs": 4, "podSetAssignments": [
             {"name": "main", "flavors": {"cpu": "f"}, "resourceUsage": {"cpu": "4000m"}, "count": 4, "theirs": 5}]},
           "conditions": [
             {"type": "QuotaReserved", "status": "True", "reason": "QuotaReserved", "message": "m",
              "lastTransitionTime": "2026-11-18T11:00:00Z", "theirs": 6},
             {"type": "Admitted", "status": "True", "reason": "Admitted", "message": "m",
              "lastTransitionTime": "2026-11-18T11:00:00Z"}],
           "preemptionGates": [
             {"name": "a", "state": "Closed", "lastTransitionTime": "2026-11-18T11:00:00Z", "theirs": 7},
             {"name": "b", "state": "Closed", "lastTransitionTime": "2026-11-18T11:00:00Z", "theirs": 8}],
           "nominatedClusterNames": ["one", "two"]}}
        """);

    private static final Workload BEFORE = KubernetesJson.read(READ, Workload.class);

    private static ObjectNode tree(String json) {
        return (ObjectNode) KubernetesJson.mapper().readTree(json);
    }

    private static JsonNode applied(Optional<Patch> patch) {
        return Difference.merged(READ, patch.orElseThrow().body());
    }

    @Test
    void whatDoesNotChangeIsNotWritten() {
        assertThat(Patches.status(KueueKinds.WORKLOAD, BEFORE, BEFORE, READ)).isEmpty();
        assertThat(Patches.object(KueueKinds.WORKLOAD, BEFORE, BEFORE, READ)).isEmpty();
        Workload sameByDetour = BEFORE.withStatus(BEFORE.status().toBuilder()
                .conditions(List.copyOf(BEFORE.status().conditions()))
                .build());
        assertThat(Patches.status(KueueKinds.WORKLOAD, BEFORE, sameByDetour, READ))
                .isEmpty();
    }

    @Test
    void aPatchHoldsTheOwnFieldOnlyAndTheVersionThatItWasDecidedOn() {
        Workload after =
                BEFORE.withStatus(BEFORE.status().toBuilder().clusterName("one").build());

        assertThat(Patches.status(KueueKinds.WORKLOAD, BEFORE, after, READ))
                .hasValue(new Patch(
                        "/apis/kueue.x-k8s.io/v1beta2/namespaces/team/workloads/w",
                        Subresource.STATUS,
                        tree("{\"status\": {\"clusterName\": \"one\"}, \"metadata\": {\"resourceVersion\": \"7\"}}")));
        assertThat(Patches.status(KueueKinds.WORKLOAD, BEFORE, after)
                        .orElseThrow()
                        .requestPath())
                .endsWith("/workloads/w/status");
    }

    @Test
    void ofAListEveryEntryIsWrittenAndKeepsWhatWeDoNotKnow() {
        Workload after = BEFORE.withStatus(BEFORE.status().toBuilder()
                .preemptionGates(PreemptionGates.set(BEFORE.status().preemptionGates(), "b", GateState.OPEN, NOON))
                .build());

        Patch patch = Patches.status(KueueKinds.WORKLOAD, BEFORE, after, READ).orElseThrow();

        assertThat(patch.body().path("status")).isEqualTo(tree("""
            {"preemptionGates": [
              {"name": "a", "state": "Closed", "lastTransitionTime": "2026-11-18T11:00:00Z", "theirs": 7},
              {"name": "b", "state": "Open", "lastTransitionTime": "2026-11-18T12:00:00Z", "theirs": 8}]}
            """));
    }

    @Test
    void aConditionIsAddedChangedAndTheOthersStay() {
        List<Condition> conditions = Conditions.set(
                Conditions.set(
                        BEFORE.status().conditions(),
                        new Condition(
                                "QuotaReserved", ConditionStatus.FALSE, null, NOON, "PendingEvaluation", "again")),
                new Condition("Evicted", ConditionStatus.TRUE, null, NOON, "Preempted", "why"));

        JsonNode status = applied(Patches.status(
                        KueueKinds.WORKLOAD,
                        BEFORE,
                        BEFORE.withStatus(BEFORE.status().withConditions(conditions)),
                        READ))
                .path("status");

        assertThat(status.path("conditions")).hasSize(3);
        assertThat(status.at("/conditions/0")).isEqualTo(tree("""
            {"type": "QuotaReserved", "status": "False", "reason": "PendingEvaluation", "message": "again",
             "lastTransitionTime": "2026-11-18T12:00:00Z", "theirs": 6}
            """));
        assertThat(status.at("/conditions/1")).isEqualTo(READ.at("/status/conditions/1"));
        assertThat(status.at("/conditions/2/type").asString()).isEqualTo("Evicted");
        assertThat(status.path("preemptionGates")).isEqualTo(READ.at("/status/preemptionGates"));
    }

    @Test
    void whatIsTakenBackIsRemoved() {
        Workload after = BEFORE.withStatus(BEFORE.status().toBuilder()
                .admission(null)
                .nominatedClusterNames(List.of())
                .build());

        Optional<Patch> patch = Patches.status(KueueKinds.WORKLOAD, BEFORE, after, READ);

        assertThat(patch.orElseThrow().body().path("status"))
                .isEqualTo(tree("{\"admission\": null, \"nominatedClusterNames\": null}"));
        assertThat(KubernetesJson.read(applied(patch), Workload.class).status()).isEqualTo(after.status());
        assertThat(applied(patch).at("/status/theirs").intValue()).isEqualTo(3);
    }

    @Test
    void ofTheObjectTheStatusIsLeftAlone() {
        Workload after = BEFORE.withSpec(BEFORE.spec()
                        .withActive(false)
                        .withPodSets(List.of(BEFORE.spec().podSets().getFirst().withCount(3))))
                .withStatus(BEFORE.status().toBuilder().clusterName("one").build());

        Optional<Patch> patch = Patches.object(KueueKinds.WORKLOAD, BEFORE, after, READ);

        assertThat(patch.orElseThrow().subresource()).isEqualTo(Subresource.OBJECT);
        assertThat(patch.orElseThrow().requestPath()).endsWith("/workloads/w");
        assertThat(patch.orElseThrow().body()).isEqualTo(tree("""
            {"metadata": {"resourceVersion": "7"}, "spec": {"active": false, "podSets": [
              {"name": "main", "count": 3, "template": {"spec": {"x": [1]}}, "theirs": {"y": 2}}]}}
            """));
    }

    @Test
    void ofTheMetadataLabelsAnnotationsFinalizersAndOwnersAreWritten() {
        Workload after = new Workload(
                BEFORE.apiVersion(),
                BEFORE.kind(),
                Metadata.withFinalizer(
                        Metadata.withLabel(
                                Metadata.withAnnotation(BEFORE.metadata(), "example.com/note", "hello"), "app", null),
                        "example.com/hold"),
                BEFORE.spec(),
                BEFORE.status());
        after.metadata().setGeneration(99L);

        assertThat(Patches.object(KueueKinds.WORKLOAD, BEFORE, after, READ)
                        .orElseThrow()
                        .body())
                .isEqualTo(tree("""
                    {"metadata": {"resourceVersion": "7", "labels": null, "annotations": {"example.com/note": "hello"},
                      "finalizers": ["example.com/hold"]}}
                    """));
        assertThat(BEFORE.metadata().getLabels()).isEqualTo(Map.of("app", "demo"));
        assertThat(Metadata.withoutFinalizer(after.metadata(), "example.com/hold")
                        .getFinalizers())
                .isEmpty();
        assertThat(Metadata.withFinalizer(after.metadata(), "example.com/hold")).isSameAs(after.metadata());
    }

    @Test
    void anObjectWithoutAVersionIsWrittenUnguarded() {
        Workload unread = new Workload(
                Metadata.withLabel(BEFORE.metadata(), "app", "demo").resourceVersion(null), BEFORE.spec());

        assertThat(Patches.object(
                                KueueKinds.WORKLOAD,
                                unread,
                                unread.withSpec(unread.spec().withQueueName(null)))
                        .orElseThrow()
                        .body())
                .isEqualTo(tree("{\"spec\": {\"queueName\": null}}"));
    }
}
