package dev.turnstile.worker.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.model.condition.Condition;
import dev.turnstile.model.condition.Conditions;
import dev.turnstile.model.condition.EvictionReasons;
import dev.turnstile.model.condition.PreemptionReasons;
import dev.turnstile.model.kueue.Admission;
import dev.turnstile.model.kueue.EvictionCount;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.model.kueue.WorkloadSpec;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class TransitionsTest {
    private static final Instant START = Instant.parse("2026-11-18T12:00:00Z");
    private final Workload created =
            new Workload(new V1ObjectMeta().name("job-low").namespace("team").generation(1L), WorkloadSpec.EMPTY);

    @Test
    void withoutChecksItIsAdmittedWithItsReservation() {
        Workload admitted = admitted(created, START);
        assertThat(words(admitted, "QuotaReserved")).isEqualTo("TRUE QuotaReserved Quota reserved in ClusterQueue cq");
        assertThat(words(admitted, "Admitted")).isEqualTo("TRUE Admitted The workload is admitted");
    }

    @Test
    void aVictimGivesItsQuotaBackAndWaitsAgain() {
        Workload running = admitted(created, START);
        Workload victim = running.withStatus(
                Transitions.preempted(running, PreemptionReasons.IN_CLUSTER_QUEUE, "make room", START.plusSeconds(7)));
        assertThat(victim.status().admission()).isNotNull();
        assertThat(Objects.requireNonNull(victim.status().schedulingStats()).evictions())
                .containsExactly(new EvictionCount("Preempted", "", 1));
        Workload released = victim.withStatus(Transitions.released(victim, START.plusSeconds(9)));
        assertThat(released.status().admission()).isNull();
        assertThat(released.status().accumulatedPastExecutionTimeSeconds()).isEqualTo(9);
        assertThat(words(released, "QuotaReserved")).isEqualTo("FALSE PendingEvaluation make room");
        assertThat(words(released, "Requeued")).isEqualTo("TRUE Preempted make room");
        Workload again = admitted(released, START.plusSeconds(20));
        assertThat(words(again, "Evicted")).isEqualTo("FALSE QuotaReserved Previously: make room");
        assertThat(words(again, "Preempted")).isEqualTo("FALSE QuotaReserved Previously: make room");
    }

    @Test
    void evictionsAreCountedByReasonAndCause() {
        String reason = EvictionReasons.DEACTIVATED_DUE_TO_MAXIMUM_EXECUTION_TIME_EXCEEDED;
        Workload running = admitted(created, START);
        Workload stopped = running.withStatus(
                Transitions.evicted(running, EvictionReasons.CLUSTER_QUEUE_STOPPED, "stopped", START));
        Workload twice = stopped.withStatus(Transitions.evicted(stopped, reason, "too long", START));
        assertThat(Objects.requireNonNull(twice.status().schedulingStats()).evictions())
                .containsExactly(
                        new EvictionCount("ClusterQueueStopped", "", 1),
                        new EvictionCount("Deactivated", "MaximumExecutionTimeExceeded", 1));
        Workload released = twice.withStatus(Transitions.released(twice, START));
        assertThat(words(released, "Requeued")).startsWith("FALSE " + reason);
    }

    @Test
    void theSameWordAgainChangesNothing() {
        Workload waiting =
                created.withStatus(Transitions.waiting(created, "WaitingForQuota", "1 more needed", List.of(), START));
        assertThat(Transitions.waiting(waiting, "WaitingForQuota", "1 more needed", List.of(), START.plusSeconds(60)))
                .isEqualTo(waiting.status());
    }

    private static Workload admitted(Workload workload, Instant now) {
        return workload.withStatus(Transitions.reserved(workload, new Admission("cq", List.of()), List.of(), now));
    }

    private static String words(Workload workload, String type) {
        Condition condition =
                Conditions.find(workload.status().conditions(), type).orElseThrow();
        return condition.status() + " " + condition.reason() + " " + condition.message();
    }
}
