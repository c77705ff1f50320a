package dev.turnstile.core.lifecycle;

import static dev.turnstile.core.dispatch.Times.at;
import static dev.turnstile.core.lifecycle.Lives.after;
import static dev.turnstile.core.lifecycle.Lives.on;
import static dev.turnstile.core.lifecycle.Lives.patch;
import static dev.turnstile.core.lifecycle.Lives.set;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.core.lifecycle.StatusChange.ClearExecutionTime;
import dev.turnstile.core.lifecycle.StatusChange.ClearRequeueState;
import dev.turnstile.core.lifecycle.StatusChange.CloseAllGates;
import dev.turnstile.core.lifecycle.StatusChange.CountEviction;
import dev.turnstile.core.lifecycle.StatusChange.RemoveCondition;
import dev.turnstile.core.lifecycle.StatusChange.RequeueAt;
import dev.turnstile.core.lifecycle.StatusChange.SetRequeueCount;
import dev.turnstile.core.message.Message;
import dev.turnstile.core.waiting.StoredWait;
import dev.turnstile.vocabulary.ConditionType;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who sets what in which patch, with the words that people grep for. */
class LifecycleTest {

    @Test
    void a_gated_replica_signals_once_and_keeps_its_reason() {
        Transition.Legal first = on(Lives.fresh(), Lives.FOUND_GATED, "12:00:01");

        assertThat(first.effects())
                .containsExactly(patch(
                        set(
                                ConditionType.QUOTA_RESERVED,
                                false,
                                "PreemptionGated",
                                "Workload requires preemption, but it's gated (closed: " + Lives.GATE + ")"),
                        set(
                                ConditionType.PREEMPTION_BLOCKED,
                                true,
                                "PreemptionGated",
                                "Workload requires preemption, but it's gated (closed: " + Lives.GATE + ")"),
                        set(ConditionType.ADMITTED, false, "NoReservation", "The workload has no reservation")));
        assertThat(on(first.state(), Lives.FOUND_GATED, "12:00:09").effects()).isEmpty();
    }

    @Test
    void a_signal_is_withdrawn_when_it_is_not_gated_any_more_and_starts_at_the_back_when_it_is_again() {
        WorkloadState gated = after(Lives.FOUND_GATED);

        Transition.Legal waits = on(
                gated,
                new WorkloadEvent.FoundWaiting(StoredWait.parse("WaitingForQuota", Message.of("1 more needed"))),
                "12:00:05");
        assertThat(waits.effects())
                .containsExactly(patch(
                        set(ConditionType.QUOTA_RESERVED, false, "WaitingForQuota", "1 more needed"),
                        set(
                                ConditionType.PREEMPTION_BLOCKED,
                                false,
                                "NotGated",
                                "Previously: Workload requires preemption, but it's gated (closed: " + Lives.GATE
                                        + ")")));
        assertThat(on(waits.state(), Lives.FOUND_GATED, "12:00:07")
                        .state()
                        .condition(ConditionType.PREEMPTION_BLOCKED)
                        .map(Condition::since))
                .contains(at("12:00:07"));
    }

    @Test
    void a_signal_ends_once_its_gate_is_open_also_while_victims_are_waited_for() {
        WorkloadState opened = on(after(Lives.FOUND_GATED), new WorkloadEvent.GateOpened(Lives.GATE), "12:00:05")
                .state();

        Transition.Legal preempts = on(
                opened,
                new WorkloadEvent.FoundWaiting(
                        StoredWait.parse("WaitingForPreemptedWorkloads", Message.of("1 victim"))),
                "12:00:06");
        assertThat(preempts.effects())
                .containsExactly(patch(
                        set(ConditionType.QUOTA_RESERVED, false, "WaitingForPreemptedWorkloads", "1 victim"),
                        set(
                                ConditionType.PREEMPTION_BLOCKED,
                                false,
                                "NotGated",
                                "Previously: Workload requires preemption, but it's gated (closed: " + Lives.GATE
                                        + ")")));

        WorkloadState reserved = on(preempts.state(), Lives.GRANTED, "12:00:07").state();
        assertThat(reserved.is(ConditionType.PREEMPTION_BLOCKED)).isFalse();
        assertThat(reserved.reason(ConditionType.PREEMPTION_BLOCKED)).isEqualTo("QuotaReserved");
        assertThat(reserved.message(ConditionType.PREEMPTION_BLOCKED))
                .isEqualTo(preempts.state().message(ConditionType.PREEMPTION_BLOCKED));
    }

    @Test
    void an_opened_gate_wakes_its_queue_and_is_closed_with_the_eviction_in_one_patch() {
        Transition.Legal opened = on(after(Lives.FOUND_GATED), new WorkloadEvent.GateOpened(Lives.GATE), "12:00:05");
        assertThat(opened.effects()).containsExactly(new Effect.WakeUp());

        Transition.Legal admitted = on(opened.state(), Lives.GRANTED, "12:00:06");
        assertThat(admitted.state().is(ConditionType.PREEMPTION_BLOCKED)).isFalse();
        assertThat(admitted.state().condition(ConditionType.PREEMPTION_BLOCKED).map(Condition::reason))
                .contains("QuotaReserved");

        Transition.Legal evicted = on(admitted.state(), Lives.DRAINED, "12:00:08");
        assertThat(evicted.effects())
                .containsExactly(
                        patch(
                                set(ConditionType.EVICTED, true, "ClusterQueueStopped", "The ClusterQueue is stopped"),
                                new CloseAllGates(),
                                new CountEviction("ClusterQueueStopped", "")),
                        new Effect.Announce(
                                false, "EvictedDueToClusterQueueStopped", Message.of("The ClusterQueue is stopped")),
                        new Effect.StopJob(Message.of("The ClusterQueue is stopped")));
        assertThat(evicted.state().gates()).containsExactly(new GateState(Lives.GATE, false, at("12:00:08")));
    }

    @Test
    void a_signalling_workload_that_is_deactivated_closes_withdraws_and_is_evicted_in_one_patch() {
        WorkloadState opened = on(after(Lives.FOUND_GATED), new WorkloadEvent.GateOpened(Lives.GATE), "12:00:05")
                .state();

        assertThat(on(opened, Lives.CLEARED, "12:00:06").effects())
                .containsExactly(patch(
                        set(ConditionType.EVICTED, true, "Deactivated", "The workload is deactivated"),
                        new CloseAllGates(),
                        set(
                                ConditionType.PREEMPTION_BLOCKED,
                                false,
                                "Evicted",
                                "Previously: Workload requires preemption, but it's gated (closed: " + Lives.GATE
                                        + ")"),
                        new CountEviction("Deactivated", ""),
                        set(ConditionType.QUOTA_RESERVED, false, "Deactivated", "The workload is deactivated")));
    }

    @Test
    void the_next_reservation_says_what_was() {
        WorkloadState evicted = after(
                Lives.GRANTED,
                new WorkloadEvent.Preempted("InClusterQueue", Message.of("Preempted to accommodate a workload")),
                Lives.STOPPED);
        assertThat(evicted.phase()).isEqualTo(Phase.WAITING);

        WorkloadState again = on(evicted, Lives.GRANTED, "12:00:09").state();

        assertThat(again.condition(ConditionType.EVICTED))
                .contains(new Condition(
                        false,
                        "QuotaReserved",
                        Message.of("Previously: Preempted to accommodate a workload"),
                        at("12:00:09")));
        assertThat(again.condition(ConditionType.PREEMPTED))
                .contains(new Condition(
                        false,
                        "QuotaReserved",
                        Message.of("Previously: Preempted to accommodate a workload"),
                        at("12:00:09")));
    }

    @Test
    void a_preempted_single_pod_does_not_come_back_by_itself() {
        WorkloadState gone = after(
                Lives.GRANTED,
                new WorkloadEvent.Preempted("InClusterQueue", Message.of("Preempted to accommodate a workload")),
                new WorkloadEvent.JobStopped(false));

        assertThat(gone.phase()).isEqualTo(Phase.HELD);
    }

    @Test
    void pods_that_are_not_ready_in_time_back_off_longer_each_time_and_then_deactivate() {
        WorkloadEvent timedOut = new WorkloadEvent.PodsReadyTimedOut(Lives.BACKOFF);
        WorkloadState first = after(Lives.GRANTED, new WorkloadEvent.PodsNotReady(false));

        Transition.Legal once = on(first, timedOut, "12:01:00");
        assertThat(once.effects().getFirst())
                .isEqualTo(patch(
                        set(
                                ConditionType.EVICTED,
                                true,
                                "PodsReadyTimeout",
                                "Exceeded the PodsReady timeout team/job-a"),
                        new CountEviction("PodsReadyTimeout", "WaitForStart"),
                        new SetRequeueCount(1),
                        new RequeueAt(at("12:01:04"))));

        WorkloadState second =
                Lives.then(once.state(), "12:02:0", Lives.STOPPED, new WorkloadEvent.BackoffElapsed(), Lives.GRANTED);
        Transition.Legal twice = on(second, timedOut, "12:03:00");
        assertThat(twice.state().requeueAt()).contains(at("12:03:08"));

        WorkloadState third =
                Lives.then(twice.state(), "12:04:0", Lives.STOPPED, new WorkloadEvent.BackoffElapsed(), Lives.GRANTED);
        Transition.Legal limit = on(third, timedOut, "12:05:00");
        assertThat(limit.effects())
                .containsExactly(
                        patch(set(
                                ConditionType.DEACTIVATION_TARGET,
                                true,
                                "RequeuingLimitExceeded",
                                "exceeding the maximum number of re-queuing retries")),
                        new Effect.SetActive(false));

        String message = "The workload is deactivated due to exceeding the maximum number of re-queuing retries";
        assertThat(on(limit.state(), Lives.CLEARED, "12:05:01").effects())
                .containsExactly(
                        patch(
                                set(ConditionType.EVICTED, true, "DeactivatedDueToRequeuingLimitExceeded", message),
                                new CountEviction("Deactivated", "RequeuingLimitExceeded"),
                                new RemoveCondition(ConditionType.DEACTIVATION_TARGET),
                                new ClearRequeueState()),
                        new Effect.Announce(
                                false, "EvictedDueToDeactivatedDueToRequeuingLimitExceeded", Message.of(message)),
                        new Effect.StopJob(Message.of(message)));
    }

    @Test
    void what_the_controller_deactivated_comes_back_with_new_counters_when_a_user_wants_it() {
        WorkloadState ran = after(Lives.GRANTED);
        WorkloadState deactivated = Lives.then(
                ran,
                "12:00:1",
                new WorkloadEvent.DeactivationDemanded(
                        new DeactivationCause.MaximumExecutionTimeExceeded(Duration.ofSeconds(5))),
                Lives.CLEARED,
                Lives.STOPPED);
        assertThat(deactivated.executed()).isPositive();

        Transition.Legal back = on(deactivated, new WorkloadEvent.ActiveSet(), "12:10:00");

        assertThat(back.effects())
                .containsExactly(
                        patch(
                                set(ConditionType.REQUEUED, true, "Reactivated", "The workload was reactivated"),
                                set(
                                        ConditionType.QUOTA_RESERVED,
                                        false,
                                        "PendingEvaluation",
                                        "Workload is pending evaluation in the scheduling queue"),
                                new ClearExecutionTime()),
                        new Effect.WakeUp());
        assertThat(back.state().condition(ConditionType.DEACTIVATION_TARGET)).isEmpty();
        assertThat(back.state().phase()).isEqualTo(Phase.WAITING);
    }

    @Test
    void a_workload_activated_again_while_its_job_still_stops_is_requeued_once_that_has_stopped() {
        WorkloadState stopping = after(Lives.GRANTED, Lives.CLEARED);

        WorkloadState again =
                on(stopping, new WorkloadEvent.ActiveSet(), "12:00:05").state();
        Transition.Legal released = on(again, Lives.STOPPED, "12:00:07");

        assertThat(released.state().phase()).isEqualTo(Phase.WAITING);
        assertThat(released.effects()).contains(new Effect.WakeUp());
    }

    @Test
    void only_the_restart_of_the_queue_that_was_stopped_lets_it_back_in() {
        WorkloadState held = Lives.in(Phase.HELD);

        assertThat(on(held, new WorkloadEvent.QueueRestarted(StoppedQueue.LOCAL_QUEUE), "12:01:00")
                        .effects())
                .isEmpty();
        assertThat(on(held, new WorkloadEvent.QueueRestarted(StoppedQueue.CLUSTER_QUEUE), "12:01:00")
                        .effects())
                .containsExactly(
                        patch(set(
                                ConditionType.REQUEUED,
                                true,
                                "ClusterQueueRestarted",
                                "The ClusterQueue was restarted after being stopped")),
                        new Effect.WakeUp());
    }

    @Test
    void a_job_that_is_being_stopped_does_not_claim_that_a_pod_failed() {
        WorkloadState running = Lives.then(after(Lives.GRANTED), "12:00:1", new WorkloadEvent.PodsReady());

        assertThat(on(running, new WorkloadEvent.PodsNotReady(true), "12:01:00")
                        .state()
                        .condition(ConditionType.PODS_READY)
                        .map(Condition::reason))
                .contains("WaitForRecovery");
        assertThat(on(on(running, Lives.DRAINED, "12:01:00").state(), new WorkloadEvent.PodsNotReady(true), "12:01:01")
                        .state()
                        .condition(ConditionType.PODS_READY)
                        .map(Condition::reason))
                .contains("WaitForStart");
    }

    @Test
    void gates_without_a_state_are_added_as_closed_and_states_without_a_gate_removed() {
        WorkloadState opened = on(Lives.fresh(), new WorkloadEvent.GateOpened(Lives.GATE), "12:00:05")
                .state();

        WorkloadState both = on(
                        opened, new WorkloadEvent.GatesDeclared(List.of("example.com/b", Lives.GATE)), "12:00:06")
                .state();
        assertThat(both.gates())
                .containsExactly(
                        new GateState("example.com/b", false, at("12:00:06")),
                        new GateState(Lives.GATE, true, at("12:00:05")));
        assertThat(on(both, new WorkloadEvent.GatesDeclared(List.of()), "12:00:07")
                        .state()
                        .gates())
                .isEmpty();
    }

    @Test
    void a_deleted_owner_finishes_it() {
        assertThat(on(Lives.fresh(), new WorkloadEvent.OwnerDeleted(), "12:00:05")
                        .effects())
                .containsExactly(
                        patch(set(
                                ConditionType.FINISHED,
                                true,
                                "OwnerNotFound",
                                "The workload's owner no longer exists")),
                        new Effect.RemoveFinalizer());
    }
}
