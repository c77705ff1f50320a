package dev.turnstile.worker.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.model.kueue.Workload;
import dev.turnstile.model.meta.KubernetesJson;
import dev.turnstile.service.informer.ObjectKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.node.ObjectNode;

class PodDecisionTest {
    private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
    private static final PodRules FAST = new PodRules(true, false, List.of("team"));
    private static final PodRules PATIENT = new PodRules(false, false, List.of());
    private static final String GATED = "schedulingGates: [{name: kueue.x-k8s.io/admission}]";
    private static final String HELD = "finalizers: [kueue.x-k8s.io/managed]";
    private static final String EVICTED = "{type: Evicted, status: 'True', reason: Preempted, message: for another,"
            + " lastTransitionTime: '2026-01-01T11:59:00Z'}";

    private static PodView pod(String name, String metadata, String spec, String status) {
        ObjectNode object =
                KubernetesJson.tree(new Yaml().<Object>load("""
                    metadata: {name: %s, namespace: team, uid: uid-%s, creationTimestamp: '2026-01-01T11:00:00Z', labels: {kueue.x-k8s.io/managed: 'true'}%s}
                    spec: {%s}
                    status: {%s}
                    """.formatted(name, name, metadata, spec, status)));
        return PodView.of(object);
    }

    private static PodView member(String name, String more, String spec, String status) {
        String annotations = "annotations: {kueue.x-k8s.io/role-hash: aaaa, kueue.x-k8s.io/pod-group-total-count: '2'}";
        return pod(name, ", " + HELD + ", " + annotations + more, spec, status);
    }

    private static PodView waiting(String name) {
        return member(name, "", GATED, "phase: Pending");
    }

    private static PodView running(String name) {
        return member(name, "", "", "phase: Running");
    }

    private static PodView terminating(String name, int seconds) {
        return member(name, ", deletionTimestamp: '" + NOW.plusSeconds(seconds) + "'", "", "phase: Running");
    }

    private static PodUnit group(PodView... pods) {
        return PodUnit.group(new ObjectKey("team", "grp"), Arrays.asList(pods));
    }

    private static Workload workload(boolean holding, String conditions, String... owners) {
        String ownerReferences = String.join(
                ",",
                Arrays.stream(owners)
                        .map(name -> "{apiVersion: v1, kind: Pod, name: " + name + ", uid: uid-" + name + "}")
                        .toList());
        String held = "{type: QuotaReserved, status: 'True', reason: QuotaReserved, message: '', lastTransitionTime:"
                + " '2026-01-01T11:00:00Z'}, {type: Admitted, status: 'True', reason: Admitted, message: '',"
                + " lastTransitionTime: '2026-01-01T11:00:00Z'}";
        return KubernetesJson.read(
                KubernetesJson.tree(new Yaml().<Object>load("""
                    apiVersion: kueue.x-k8s.io/v1beta2
                    kind: Workload
                    metadata: {name: grp, namespace: team, uid: uid-of-grp, ownerReferences: [%s]}
                    spec: {queueName: main, active: true, podSets: [{name: aaaa, count: 2, template: {spec: {}}}]}
                    status: {%s conditions: [%s]}
                    """.formatted(
                                ownerReferences,
                                holding
                                        ? "admission: {clusterQueue: cq, podSetAssignments: [{name: aaaa, count: 2,"
                                                + " flavors: {}, resourceUsage: {}}]},"
                                        : "",
                                String.join(
                                        ",",
                                        List.of(held, conditions).stream()
                                                .filter(text -> !text.isEmpty() && (holding || !text.equals(held)))
                                                .toList())))),
                Workload.class);
    }

    private static PodStep decide(PodUnit unit, @Nullable Workload workload, PodRules rules) {
        return PodDecision.of(unit, workload, rules, NOW);
    }

    @Test
    void aTerminatingPodIsActiveUntilItsGracePeriodIsOverOrNotAtAll() {
        assertThat(terminating("p", 30).active(true, NOW)).isFalse();
        assertThat(terminating("p", 30).active(false, NOW)).isTrue();
        assertThat(terminating("p", -1).active(false, NOW)).isFalse();
        assertThat(running("p").active(true, NOW)).isTrue();
        assertThat(waiting("p").active(true, NOW)).isFalse();
    }

    @Test
    void anEvictedGroupIsStoppedThenReleasedWhenNoneIsActive() {
        Workload evicted = workload(true, EVICTED, "a", "b");

        assertThat(decide(group(running("a"), terminating("b", 30)), evicted, FAST))
                .isInstanceOfSatisfying(
                        PodStep.Replacements.class,
                        step -> assertThat(step.waits()).isTrue());
        String waits = "{type: WaitingForReplacementPods, status: 'True', reason: Preempted, message: for another,"
                + " lastTransitionTime: '2026-01-01T11:59:00Z'}";
        Workload waiting = workload(true, EVICTED + "," + waits, "a", "b");
        assertThat(decide(group(running("a"), terminating("b", 30)), waiting, FAST))
                .isInstanceOfSatisfying(PodStep.Stop.class, step -> {
                    assertThat(step.pods()).hasSize(1);
                    assertThat(step.reason()).isEqualTo("WorkloadEvictedDueToPreempted");
                });
        assertThat(decide(group(terminating("a", 20), terminating("b", 30)), waiting, FAST))
                .isEqualTo(new PodStep.Release(true));
        assertThat(decide(
                        group(terminating("a", 20), terminating("b", 30)), workload(true, EVICTED, "a", "b"), PATIENT))
                .isEqualTo(new PodStep.Rest(Duration.ofSeconds(20).plusMillis(1)));
    }

    @Test
    void aGroupOfMixedPodsKeepsItsQuotaAndOneThatWasDeletedAsAWholeDoesNot() {
        Workload admitted = workload(true, "", "a", "b");

        assertThat(decide(group(terminating("a", 30), terminating("b", 30)), admitted, PATIENT))
                .isEqualTo(new PodStep.Rest(Duration.ofSeconds(30).plusMillis(1)));
        String waits = "{type: WaitingForReplacementPods, status: 'True', reason: PodsFailed, message: Some Failed pods"
                + " need replacement, lastTransitionTime: '2026-01-01T11:59:00Z'}";
        Workload waiting = workload(true, waits, "a", "b");
        assertThat(decide(group(running("a"), terminating("b", 30)), waiting, FAST))
                .isInstanceOf(PodStep.Follow.class);
        assertThat(decide(group(terminating("a", 30), terminating("b", 30)), waiting, FAST))
                .isEqualTo(new PodStep.Finish("OwnerNotFound", "The workload's owner no longer exists"));
    }

    @Test
    void aLostPodIsRemoveFinalizersWhenAnotherTakesItsPlaceAndNotBefore() {
        PodView failed = member("a", "", "", "phase: Failed");
        Workload admitted = workload(true, "", "a", "b");

        assertThat(decide(group(failed, running("b")), admitted, FAST))
                .isEqualTo(new PodStep.Replacements(true, "PodsFailed", "Some Failed pods need replacement"));
        assertThat(decide(group(failed, running("b"), waiting("c")), admitted, FAST))
                .isEqualTo(new PodStep.Adopt(List.of(waiting("c"))));
        assertThat(decide(group(failed, running("b"), waiting("c")), workload(true, "", "a", "b", "c"), FAST))
                .isEqualTo(new PodStep.RemoveFinalizers(List.of(failed)));
    }

    private static PodView failed(String name, String at) {
        return member(
                name,
                "",
                "",
                "phase: Failed, conditions: [{type: ContainersReady, status: 'False', reason: PodFailed,"
                        + " lastTransitionTime: '2026-01-01T" + at + "Z'}]");
    }

    @Test
    void ofLostPodsTheOneThatEndedFirstIsReplacedFirstAndTheNewestOfASecond() {
        Workload admitted = workload(true, "", "a", "b", "c");
        PodView first = failed("b", "11:40:00");
        PodView same = failed("a", "11:40:00");

        assertThat(decide(group(failed("a", "11:50:00"), first, waiting("c")), admitted, FAST))
                .isEqualTo(new PodStep.RemoveFinalizers(List.of(first)));
        assertThat(decide(group(same, first, waiting("c")), admitted, FAST))
                .isEqualTo(new PodStep.RemoveFinalizers(List.of(first)));
        assertThat(decide(group(terminating("a", -9), failed("b", "11:59:55"), waiting("c")), admitted, PATIENT))
                .as("asked to end before it failed")
                .isEqualTo(new PodStep.RemoveFinalizers(List.of(terminating("a", -9))));
    }

    @Test
    void whoWaitsIsTooManyBeforeWhoRuns() {
        assertThat(decide(group(waiting("a"), running("b"), running("c")), workload(true, "", "b", "c"), FAST))
                .isEqualTo(new PodStep.DeleteExcess(List.of(waiting("a"))));
    }

    @Test
    void aLabelAloneMakesNoPodOurs() {
        PodView foreign = pod("foreign", "", "", "phase: Running");

        assertThat(decide(PodUnit.single(foreign), null, FAST)).isEqualTo(new PodStep.Rest(null));
        PodView loose = pod("loose", ", " + HELD, "", "phase: Running");
        assertThat(decide(PodUnit.single(loose), null, FAST)).isInstanceOf(PodStep.Stop.class);
    }

    @Test
    void aGateHoldsTheWholeGroupWhereTheFeatureIsOn() {
        PodView held = pod(
                "a",
                ", " + HELD + ", annotations: {kueue.x-k8s.io/role-hash: aaaa, kueue.x-k8s.io/pod-group-total-count:"
                        + " '2', kueue.x-k8s.io/scheduling-gated-by: example.com/mine}",
                GATED,
                "phase: Pending");

        assertThat(decide(group(held, waiting("b")), null, new PodRules(true, true, List.of())))
                .isEqualTo(new PodStep.Rest(null));
        assertThat(decide(group(held, waiting("b")), null, FAST))
                .isInstanceOfSatisfying(
                        PodStep.Create.class,
                        step -> assertThat(step.podSets().getFirst().count()).isEqualTo(2));
    }

    @Test
    void aReplacementThatAGateHoldsWaitsAndIsStartedWhenItGoes() {
        PodView held = pod(
                "b",
                ", " + HELD + ", annotations: {kueue.x-k8s.io/role-hash: aaaa, kueue.x-k8s.io/pod-group-total-count:"
                        + " '2', kueue.x-k8s.io/scheduling-gated-by: example.com/mine}",
                GATED,
                "phase: Pending");
        Workload admitted = workload(true, "", "a", "b");
        PodRules on = new PodRules(true, true, List.of());

        assertThat(decide(group(running("a"), held), admitted, on)).isInstanceOf(PodStep.Follow.class);
        assertThat(decide(group(running("a"), held), admitted, FAST)).isEqualTo(new PodStep.Start(List.of(held)));
        assertThat(decide(group(running("a"), waiting("b")), admitted, on))
                .isEqualTo(new PodStep.Start(List.of(waiting("b"))));
    }

    @Test
    void membersMustNotDisagreeAboutALabelThatTheirWorkloadTakesOver() {
        PodView red = labelled("a", "red");

        assertThat(decide(group(red, labelled("b", "blue")), null, FAST))
                .isEqualTo(new PodStep.Refuse(
                        labelled("b", "blue"), "pods 'a' and 'b' has different 'team' values: red!=blue"));
        assertThat(decide(group(waiting("b"), red), null, FAST)).isInstanceOf(PodStep.Create.class);
    }

    private static PodView labelled(String name, String team) {
        ObjectNode object = waiting(name).object().deepCopy();
        object.withObject("metadata").withObject("labels").put("team", team);
        return PodView.of(object);
    }

    @Test
    void aSingleStoppedPodDoesNotComeBack() {
        PodView one = pod(
                "one",
                ", " + HELD + ", deletionTimestamp: '" + NOW.plusSeconds(30) + "'",
                "",
                "phase: Running, conditions: [{type: TerminationTarget, status: 'True'}]");
        Workload evicted = workload(true, EVICTED, "one");

        assertThat(decide(PodUnit.single(one), evicted, FAST)).isEqualTo(new PodStep.Release(false));
    }
}
