package dev.turnstile.model.patch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.model.condition.Condition;
import dev.turnstile.model.condition.ConditionStatus;
import dev.turnstile.model.kueue.Admission;
import dev.turnstile.model.kueue.EvictionCount;
import dev.turnstile.model.kueue.GateState;
import dev.turnstile.model.kueue.PodSetAssignment;
import dev.turnstile.model.kueue.PreemptionGateState;
import dev.turnstile.model.kueue.SchedulingStats;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.model.kueue.WorkloadSpec;
import dev.turnstile.model.kueue.WorkloadStatus;
import dev.turnstile.model.meta.KubernetesJson;
import dev.turnstile.model.quantity.Quantity;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Whatever changes: the patch leads from what was read to what was wanted, and what we do not know survives it. */
class UnknownFieldsPropertiesTest {
    private static final Instant NOON = Instant.parse("2026-11-18T12:00:00Z");

    @Property(tries = 300)
    void thePatchLeadsToTheWantedStatusAndKeepsWhatWeDoNotKnow(
            @ForAll("statuses") WorkloadStatus old, @ForAll("statuses") WorkloadStatus wanted) {
        Workload before = new Workload(
                        new V1ObjectMeta().name("w").namespace("team").resourceVersion("1"), WorkloadSpec.EMPTY)
                .withStatus(old);
        ObjectNode read = KubernetesJson.tree(before);
        mark(read.path("status"));

        ObjectNode patch = Patches.between(KubernetesJson.tree(before), KubernetesJson.tree(before.withStatus(wanted)));
        UnknownFields.of(Workload.class, read).keepIn(patch);

        assertThat(patch.isEmpty()).isEqualTo(old.equals(wanted));
        ObjectNode result = Difference.merged(read, patch);
        assertThat(KubernetesJson.read(result, Workload.class).status()).isEqualTo(wanted);
        assertThat(result.at("/status/theirs").booleanValue()).isTrue();
        for (String list : List.of("conditions", "preemptionGates")) {
            for (JsonNode entry : result.path("status").path(list)) {
                assertThat(entry.has("theirs"))
                        .isEqualTo(hasSameName(read.path("status").path(list), entry));
            }
        }
    }

    private static boolean hasSameName(JsonNode entries, JsonNode entry) {
        for (JsonNode candidate : entries) {
            if (candidate.path("name").equals(entry.path("name"))
                    && candidate.path("type").equals(entry.path("type"))) {
                return true;
            }
        }
        return false;
    }

    private static void mark(JsonNode node) {
        if (node instanceof ObjectNode object) {
            object.properties().forEach(field -> {
                if (!field.getKey().equals("flavors") && !field.getKey().equals("resourceUsage")) {
                    mark(field.getValue());
                }
            });
            object.put("theirs", true);
        } else {
            node.forEach(UnknownFieldsPropertiesTest::mark);
        }
    }

    @Provide
    Arbitrary<WorkloadStatus> statuses() {
        Arbitrary<List<Condition>> conditions = Combinators.combine(
                        Arbitraries.of("A", "B", "C"),
                        Arbitraries.of(ConditionStatus.class),
                        Arbitraries.of("R", "S"),
                        times())
                .as((type, status, reason, time) -> new Condition(type, status, null, time, reason, "m"))
                .list()
                .uniqueElements(Condition::type)
                .ofMaxSize(3);
        Arbitrary<List<PreemptionGateState>> gates = Combinators.combine(
                        Arbitraries.of("a", "b", "c"), Arbitraries.of(GateState.class), times())
                .as(PreemptionGateState::new)
                .list()
                .uniqueElements(PreemptionGateState::name)
                .ofMaxSize(3);
        Arbitrary<Admission> admissions = Combinators.combine(
                        Arbitraries.of("one", "two"),
                        Arbitraries.of("f", "g"),
                        Arbitraries.longs().between(0, 2),
                        Arbitraries.of("cpu", "memory"))
                .as((queue, flavor, amount, resource) -> new Admission(
                        queue,
                        List.of(new PodSetAssignment(
                                "main", Map.of(resource, flavor), Map.of(resource, Quantity.of(amount)), 1))));
        Arbitrary<SchedulingStats> stats = Combinators.combine(
                        Arbitraries.of("Preempted", "Deactivated"),
                        Arbitraries.of("", "x"),
                        Arbitraries.integers().between(1, 2))
                .as(EvictionCount::new)
                .list()
                .uniqueElements(eviction -> eviction.reason() + "/" + eviction.underlyingCause())
                .ofMinSize(1)
                .ofMaxSize(3)
                .map(SchedulingStats::new);
        return Combinators.combine(
                        conditions,
                        gates,
                        admissions.injectNull(0.3),
                        stats.injectNull(0.3),
                        Arbitraries.of("x", "y").list().ofMaxSize(2))
                .as((someConditions, someGates, admission, someStats, clusters) -> WorkloadStatus.EMPTY.toBuilder()
                        .conditions(someConditions)
                        .preemptionGates(someGates)
                        .admission(admission)
                        .schedulingStats(someStats)
                        .nominatedClusterNames(clusters)
                        .build());
    }

    private static Arbitrary<Instant> times() {
        return Arbitraries.longs().between(0, 2).map(NOON::plusSeconds);
    }
}
