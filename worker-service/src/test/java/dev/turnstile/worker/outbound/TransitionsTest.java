package dev.turnstile.worker.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.core.lifecycle.RequeuingBackoff;
import dev.turnstile.core.lifecycle.StoppedQueue;
import dev.turnstile.core.lifecycle.WorkloadEvent;
import dev.turnstile.core.message.Message;
import dev.turnstile.core.waiting.StoredWait;
import dev.turnstile.model.condition.Condition;
import dev.turnstile.model.condition.Conditions;
import dev.turnstile.model.kueue.Admission;
import dev.turnstile.model.kueue.AdmissionCheckState;
import dev.turnstile.model.kueue.CheckState;
import dev.turnstile.model.kueue.EvictionCount;
import dev.turnstile.model.kueue.GateState;
import dev.turnstile.model.kueue.PodSetUpdate;
import dev.turnstile.model.kueue.PreemptionGateState;
import dev.turnstile.model.kueue.RequeueState;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.model.kueue.WorkloadSpec;
import dev.turnstile.vocabulary.ConditionType;
import dev.turnstile.vocabulary.Word;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The core's transitions as they are written; what belongs together the core's own tests say. */
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
    void aWorkloadDrainedFromALocalQueueIsTakenBackByTheNextDecision() {
        Workload back = Transitions.takenBack(drained(StoppedQueue.LOCAL_QUEUE), START.plusSeconds(9));
        assertThat(words(back, "Requeued"))
                .isEqualTo("TRUE LocalQueueRestarted The LocalQueue was restarted after being stopped");
        Workload waits = Transitions.takenBack(drained(StoppedQueue.CLUSTER_QUEUE), START.plusSeconds(9));
        assertThat(words(waits, "Requeued")).isEqualTo("FALSE ClusterQueueStopped The ClusterQueue is stopped");
        assertThat(Transitions.takenBack(created, START)).isEqualTo(created);
    }

    private Workload drained(StoppedQueue queue) {
        Workload drained = then(admitted(created, START), new WorkloadEvent.QueueDrained(queue), START.plusSeconds(5));
        return drained.withStatus(Transitions.released(drained, START.plusSeconds(6)));
    }

    @Test
    void aVictimGivesItsQuotaBackAndWaitsAgain() {
        Workload running = admitted(created, START);
        Workload victim = then(
                running, new WorkloadEvent.Preempted("InClusterQueue", Message.of("make room")), START.plusSeconds(7));
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
        Workload running = admitted(created, START);
        WorkloadEvent timedOut = new WorkloadEvent.PodsReadyTimedOut(
                new RequeuingBackoff(Duration.ofSeconds(4), Duration.ofSeconds(10), Optional.empty()));
        Workload once = then(running, timedOut, START);
        assertThat(once.status().requeueState()).isEqualTo(new RequeueState(1, START.plusSeconds(4)));
        Workload back = then(
                once.withStatus(Transitions.released(once, START)),
                new WorkloadEvent.BackoffElapsed(),
                START.plusSeconds(4));
        assertThat(back.status().requeueState()).isEqualTo(new RequeueState(1, null));
        Workload twice = then(
                admitted(back, START.plusSeconds(5)),
                new WorkloadEvent.QueueDrained(StoppedQueue.CLUSTER_QUEUE),
                START.plusSeconds(6));
        assertThat(Objects.requireNonNull(twice.status().schedulingStats()).evictions())
                .containsExactly(
                        new EvictionCount("PodsReadyTimeout", "WaitForStart", 1),
                        new EvictionCount("ClusterQueueStopped", "", 1));
    }

    @Test
    void anEvictionResetsChecksClosesGatesAndKeepsWhatTheControllerAskedFor() {
        Workload running = admitted(created, START);
        Workload checked = running.withStatus(running.status().toBuilder()
                .admissionChecks(List.of(
                        new AdmissionCheckState(
                                "prov",
                                CheckState.RETRY,
                                START,
                                "node went away",
                                6,
                                1,
                                List.of(new PodSetUpdate("main", Map.of("l", "v"), Map.of(), Map.of(), List.of()))),
                        new AdmissionCheckState("other", CheckState.PENDING, START, "", null, null, List.of())))
                .preemptionGates(List.of(new PreemptionGateState("example.com/gate", GateState.OPEN, START)))
                .build());
        Workload evicted = then(
                checked,
                dev.turnstile.worker.inbound.Lifecycles.answers(checked).getFirst(),
                START.plusSeconds(9));
        assertThat(evicted.status().admissionChecks())
                .containsExactly(
                        new AdmissionCheckState(
                                "prov",
                                CheckState.PENDING,
                                START.plusSeconds(9),
                                "Reset to Pending after eviction. Previously: Retry",
                                6,
                                2,
                                List.of()),
                        checked.status().admissionChecks().getLast());
        assertThat(evicted.status().preemptionGates())
                .containsExactly(new PreemptionGateState("example.com/gate", GateState.CLOSED, START.plusSeconds(9)));
        assertThat(evicted.status().requeueState()).isEqualTo(new RequeueState(null, START.plusSeconds(15)));
    }

    @Test
    void theSameWordAgainChangesNothing() {
        WorkloadEvent word =
                new WorkloadEvent.FoundWaiting(StoredWait.parse("WaitingForQuota", Message.of("1 more needed")));
        Workload waiting = then(created, word, START);
        assertThat(then(waiting, word, START.plusSeconds(60)).status()).isEqualTo(waiting.status());
    }

    @Test
    void whatDoesNotFitChangesNothing() {
        Transitions.After after = Transitions.after(created, new WorkloadEvent.JobStopped(true), START);
        assertThat(after.fits()).isFalse();
        assertThat(after.status()).isEqualTo(created.status());
    }

    private static Workload admitted(Workload workload, Instant now) {
        Workload granted = then(workload, new WorkloadEvent.QuotaGranted("cq", List.of()), now);
        return granted.withStatus(granted.status().toBuilder()
                .admission(new Admission("cq", List.of()))
                .build());
    }

    private static Workload then(Workload workload, WorkloadEvent event, Instant now) {
        Transitions.After after = Transitions.after(workload, event, now);
        assertThat(after.fits()).as("%s fits", event).isTrue();
        return workload.withStatus(after.status());
    }

    private static String words(Workload workload, String type) {
        Condition condition = Conditions.find(
                        workload.status().conditions(),
                        Word.parse(ConditionType.class, type).orElseThrow())
                .orElseThrow();
        return condition.status() + " " + condition.reason() + " " + condition.message();
    }
}
