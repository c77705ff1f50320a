package dev.turnstile.model.patch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.model.condition.Condition;
import dev.turnstile.model.condition.ConditionStatus;
import dev.turnstile.model.condition.Conditions;
import dev.turnstile.model.gate.PreemptionGates;
import dev.turnstile.model.kueue.GateState;
import dev.turnstile.model.kueue.PodSet;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.model.kueue.WorkloadStatus;
import dev.turnstile.model.meta.KubernetesJson;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class UnknownFieldsTest {
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

    /** What a service sends so that the object that was read becomes that. */
    private static ObjectNode patch(Workload after) {
        ObjectNode patch = Patches.between(KubernetesJson.tree(BEFORE), KubernetesJson.tree(after));
        UnknownFields.of(Workload.class, READ).keepIn(patch);
        return patch;
    }

    private static JsonNode applied(ObjectNode patch) {
        return Difference.merged(READ, patch);
    }

    private static Workload withStatus(WorkloadStatus status) {
        return BEFORE.withStatus(status);
    }

    @Test
    void whatDoesNotChangeIsNotWritten() {
        assertThat(patch(BEFORE)).isEmpty();
        Workload sameByDetour = withStatus(BEFORE.status().toBuilder()
                .conditions(List.copyOf(BEFORE.status().conditions()))
                .build());
        assertThat(patch(sameByDetour)).isEmpty();
    }

    @Test
    void aPatchHoldsTheOwnFieldOnly() {
        assertThat(patch(withStatus(
                        BEFORE.status().toBuilder().clusterName("one").build())))
                .isEqualTo(tree("{\"status\": {\"clusterName\": \"one\"}}"));
    }

    @Test
    void ofAListEveryEntryIsWrittenAndKeepsWhatWeDoNotKnow() {
        ObjectNode patch = patch(withStatus(BEFORE.status().toBuilder()
                .preemptionGates(PreemptionGates.set(BEFORE.status().preemptionGates(), "b", GateState.OPEN, NOON))
                .build()));

        assertThat(patch.path("status")).isEqualTo(tree("""
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

        JsonNode status = applied(patch(withStatus(BEFORE.status().withConditions(conditions))))
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
        Workload after = withStatus(BEFORE.status().toBuilder()
                .admission(null)
                .nominatedClusterNames(List.of())
                .build());

        ObjectNode patch = patch(after);

        assertThat(patch.path("status")).isEqualTo(tree("{\"admission\": null, \"nominatedClusterNames\": null}"));
        assertThat(KubernetesJson.read(applied(patch), Workload.class).status()).isEqualTo(after.status());
        assertThat(applied(patch).at("/status/theirs").intValue()).isEqualTo(3);
    }

    @Test
    void aPodSetKeepsWhatWeDoNotKnowBesideItsTemplate() {
        ObjectNode patch = patch(BEFORE.withSpec(BEFORE.spec()
                .withActive(false)
                .withPodSets(List.of(BEFORE.spec().podSets().getFirst().withCount(3)))));

        assertThat(patch).isEqualTo(tree("""
            {"spec": {"active": false, "podSets": [
              {"name": "main", "count": 3, "template": {"spec": {"x": [1]}}, "theirs": {"y": 2}}]}}
            """));
    }

    @Test
    void anotherTemplateIsWrittenAsItIs() {
        ObjectNode template = tree("{\"spec\": {\"z\": true}}");
        ObjectNode patch =
                patch(BEFORE.withSpec(BEFORE.spec().withPodSets(List.of(new PodSet("main", template, 1, null)))));

        assertThat(patch.at("/spec/podSets/0")).isEqualTo(tree("""
            {"name": "main", "count": 1, "template": {"spec": {"z": true}}, "theirs": {"y": 2}}
            """));
    }

    @Test
    void anEntryThatGoesTakesItsFieldsAlong() {
        ObjectNode patch = patch(withStatus(BEFORE.status().toBuilder()
                .preemptionGates(BEFORE.status().preemptionGates().subList(1, 2))
                .build()));

        assertThat(patch.path("status")).isEqualTo(tree("""
            {"preemptionGates": [
              {"name": "b", "state": "Closed", "lastTransitionTime": "2026-11-18T11:00:00Z", "theirs": 8}]}
            """));
    }

    @Test
    void listsWithinAnEntryKeepWhatWeDoNotKnow() {
        ObjectNode read = tree("""
            {"status": {"admissionChecks": [
              {"name": "a", "state": "Ready", "lastTransitionTime": "2026-11-18T11:00:00Z", "message": "",
               "podSetUpdates": [{"name": "main", "labels": {"l": "1"}, "theirs": 1}]},
              {"name": "b", "state": "Pending", "lastTransitionTime": "2026-11-18T11:00:00Z", "message": ""}]}}
            """);
        ObjectNode patch = tree("""
            {"status": {"admissionChecks": [
              {"name": "a", "state": "Ready", "lastTransitionTime": "2026-11-18T11:00:00Z", "message": "",
               "podSetUpdates": [{"name": "main", "labels": {"l": "1"}}]},
              {"name": "b", "state": "Ready", "lastTransitionTime": "2026-11-18T12:00:00Z", "message": ""}]}}
            """);

        UnknownFields.of(Workload.class, read).keepIn(patch);

        assertThat(patch.at("/status/admissionChecks/0")).isEqualTo(read.at("/status/admissionChecks/0"));
        assertThat(patch.at("/status/admissionChecks/1/state").asString()).isEqualTo("Ready");
    }

    @Test
    void aValueThatWeDoNotKnowIsKept() {
        ObjectNode read = tree("""
            {"status": {"admissionChecks": [
              {"name": "a", "state": "Doubtful", "lastTransitionTime": "2026-11-18T11:00:00Z", "message": "theirs"}]}}
            """);
        ObjectNode patch = tree("""
            {"status": {"admissionChecks": [
              {"name": "a", "lastTransitionTime": "2026-11-18T11:00:00Z", "message": "theirs"},
              {"name": "b", "state": "Ready", "lastTransitionTime": "2026-11-18T12:00:00Z", "message": ""}]}}
            """);

        UnknownFields.of(Workload.class, read).keepIn(patch);

        assertThat(patch.at("/status/admissionChecks/0")).isEqualTo(read.at("/status/admissionChecks/0"));
    }

    @Test
    void ofAnObjectThatWeKnowWhollyNothingIsKept() {
        assertThat(UnknownFields.of(Workload.class, KubernetesJson.tree(BEFORE)))
                .isSameAs(UnknownFields.NONE);
    }
}
