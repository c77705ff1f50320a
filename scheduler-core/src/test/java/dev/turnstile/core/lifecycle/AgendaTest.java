package dev.turnstile.core.lifecycle;

import static dev.turnstile.core.dispatch.Times.at;
import static dev.turnstile.core.lifecycle.Lives.after;
import static dev.turnstile.core.lifecycle.Lives.on;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.core.lifecycle.Circumstances.PodsReadyLimit;
import dev.turnstile.core.lifecycle.Circumstances.Queues;
import dev.turnstile.core.message.Message;
import dev.turnstile.core.waiting.StoredWait;
import dev.turnstile.core.waiting.Wait;
import dev.turnstile.vocabulary.CheckState;
import dev.turnstile.vocabulary.ConditionType;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is due next, and what comes first where several things are. */
class AgendaTest {
    private static final Queues OPEN = new Queues(Optional.empty(), false, false, false, false);
    private static final Queues DRAINED = new Queues(Optional.empty(), true, true, false, false);

    private static Circumstances around(Queues queues, List<String> checks, WorkloadEvent.CheckAnswered... answers) {
        return new Circumstances(
                false,
                false,
                queues,
                checks,
                List.of(answers),
                Optional.of(List.of(Lives.GATE)),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    private static Circumstances limited(Optional<Duration> execution, Optional<PodsReadyLimit> podsReady) {
        return new Circumstances(
                false,
                false,
                OPEN,
                List.of(),
                List.of(),
                Optional.of(List.of(Lives.GATE)),
                Optional.empty(),
                execution,
                podsReady,
                Optional.of(Duration.ofSeconds(5)));
    }

    private static Circumstances withoutOwner() {
        return new Circumstances(
                false,
                true,
                OPEN,
                List.of(),
                List.of(),
                Optional.of(List.of(Lives.GATE)),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    @Test
    void an_evicted_workload_without_an_owner_gives_its_quota_back_since_nobody_will_stop_anything() {
        WorkloadState evicting = after(Lives.GRANTED, Lives.DRAINED);

        assertThat(Agenda.next(evicting, withoutOwner(), at("12:00:05")))
                .isEqualTo(due(new WorkloadEvent.JobStopped(true)));
        assertThat(Agenda.next(evicting, around(OPEN, List.of()), at("12:00:05")))
                .as("the controller that stops its job reports it")
                .isEqualTo(new Next.Rest(Optional.empty()));
        assertThat(Agenda.next(after(Lives.GRANTED), withoutOwner(), at("12:00:05")))
                .as("what was not evicted keeps its quota")
                .isEqualTo(new Next.Rest(Optional.empty()));
    }

    private static WorkloadEvent.CheckAnswered answer(String check, CheckState state, int seconds) {
        return new WorkloadEvent.CheckAnswered(
                check, state, Message.of("words"), Optional.of(Duration.ofSeconds(seconds)));
    }

    private static Next due(WorkloadEvent event) {
        return new Next.Due(event);
    }

    @Test
    void a_gate_without_a_state_gets_one_before_anything_else_is_said() {
        WorkloadState bare = WorkloadState.created("team/job-a", List.of());

        assertThat(Agenda.next(bare, around(OPEN, List.of("prov")), at("12:00:01")))
                .isEqualTo(due(new WorkloadEvent.GatesDeclared(List.of(Lives.GATE))));
    }

    @Test
    void a_signal_is_withdrawn_where_the_feature_is_off() {
        WorkloadState gated = Lives.in(Phase.GATED);

        assertThat(Agenda.next(gated, featureOff(), at("12:00:05"))).isEqualTo(due(new WorkloadEvent.GatesIgnored()));
        WorkloadState after =
                on(gated, new WorkloadEvent.GatesIgnored(), "12:00:05").state();
        assertThat(after.is(ConditionType.PREEMPTION_BLOCKED)).isFalse();
        assertThat(after.gates()).as("what is said of gates stays").isEqualTo(gated.gates());
        assertThat(Agenda.next(after, featureOff(), at("12:00:06"))).isEqualTo(new Next.Rest(Optional.empty()));
    }

    private static Circumstances featureOff() {
        return new Circumstances(
                false,
                false,
                OPEN,
                List.of(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    @Test
    void every_announced_deactivation_is_carried_out_in_two_steps() {
        WorkloadState announced = after(
                Lives.GRANTED,
                new WorkloadEvent.DeactivationDemanded(new DeactivationCause.EvictedOnManagerCluster(
                        Message.of("Evicted due to AdmissionCheck in Retry state"))));
        WorkloadState active = new WorkloadState(
                announced.key(),
                true,
                announced.conditions(),
                announced.clusterQueue(),
                announced.checks(),
                announced.gates(),
                announced.requeueCount(),
                announced.requeueAt(),
                announced.executed());

        assertThat(Agenda.next(active, around(OPEN, List.of()), at("12:00:05"))).isEqualTo(new Next.Deactivate());
        assertThat(Agenda.next(announced, around(OPEN, List.of()), at("12:00:05")))
                .isEqualTo(due(new WorkloadEvent.ActiveCleared()));
        assertThat(on(announced, new WorkloadEvent.ActiveCleared(), "12:00:05")
                        .state()
                        .reason(ConditionType.EVICTED))
                .isEqualTo("DeactivatedDueToEvictedOnManagerCluster");
    }

    @Test
    void a_rejection_comes_before_a_retry_and_of_two_retries_the_longer_one_counts() {
        WorkloadState reserved = on(
                        Lives.fresh(), new WorkloadEvent.QuotaGranted("cq", List.of("one", "two", "three")), "12:00:01")
                .state();
        List<String> checks = List.of("one", "two", "three");

        assertThat(Agenda.next(
                        reserved,
                        around(
                                OPEN,
                                checks,
                                answer("one", CheckState.RETRY, 2),
                                answer("two", CheckState.RETRY, 7),
                                answer("three", CheckState.READY, 0)),
                        at("12:00:02")))
                .isEqualTo(due(answer("two", CheckState.RETRY, 7)));
        assertThat(Agenda.next(
                        reserved,
                        around(OPEN, checks, answer("one", CheckState.RETRY, 2), answer("two", CheckState.REJECTED, 0)),
                        at("12:00:02")))
                .isEqualTo(due(answer("two", CheckState.REJECTED, 0)));
    }

    @Test
    void a_drained_queue_takes_what_holds_quota_and_lets_it_back_once_it_runs_again() {
        assertThat(Agenda.next(after(Lives.GRANTED), around(DRAINED, List.of()), at("12:00:05")))
                .isEqualTo(due(Lives.DRAINED));
        WorkloadState held = after(Lives.GRANTED, Lives.DRAINED, Lives.STOPPED);

        Queues inactive = new Queues(
                Optional.of(StoredWait.parse("Suspended", Message.of("ClusterQueue cq is inactive"))),
                true,
                true,
                false,
                false);
        assertThat(Agenda.next(held, around(inactive, List.of()), at("12:00:05")))
                .isEqualTo(due(new WorkloadEvent.FoundWaiting(
                        StoredWait.parse("Suspended", Message.of("ClusterQueue cq is inactive")))));
        assertThat(Agenda.next(held, around(OPEN, List.of()), at("12:00:05")))
                .isEqualTo(due(new WorkloadEvent.QueueRestarted(StoppedQueue.CLUSTER_QUEUE)));
    }

    @Test
    void what_was_said_of_a_queue_is_taken_back_when_it_is_over() {
        WorkloadState suspended = after(new WorkloadEvent.FoundWaiting(
                StoredWait.parse("Suspended", Message.of("ClusterQueue cq is inactive"))));

        assertThat(Agenda.next(suspended, around(OPEN, List.of()), at("12:00:05")))
                .isEqualTo(due(new WorkloadEvent.FoundWaiting(new Wait.Evaluating())));
        assertThat(new Wait.Evaluating().message().text())
                .isEqualTo("Workload is pending evaluation in the scheduling queue");
        WorkloadState invalid = after(new WorkloadEvent.FoundWaiting(
                StoredWait.parse("Misconfigured", Message.of("requests exceed limits"))));
        assertThat(Agenda.next(invalid, around(OPEN, List.of()), at("12:00:05")))
                .as("no queue can change what is wrong with itself")
                .isEqualTo(new Next.Rest(Optional.empty()));
    }

    @Test
    void a_back_off_rests_until_its_time() {
        WorkloadState away = after(
                Lives.GRANTED_WITH_CHECK,
                new WorkloadEvent.CheckAnswered(
                        "prov", CheckState.RETRY, Message.of("later"), Optional.of(Duration.ofSeconds(30))),
                Lives.STOPPED);

        assertThat(Agenda.next(away, around(OPEN, List.of("prov")), at("12:00:31")))
                .isEqualTo(new Next.Rest(Optional.of(at("12:00:32"))));
        assertThat(Agenda.next(away, around(OPEN, List.of("prov")), at("12:00:32")))
                .isEqualTo(due(new WorkloadEvent.BackoffElapsed()));
    }

    @Test
    void time_limits_are_checked_again_when_the_first_of_them_is_over() {
        PodsReadyLimit limit =
                new PodsReadyLimit(Duration.ofSeconds(20), Optional.of(Duration.ofSeconds(4)), Lives.BACKOFF);
        Circumstances both = limited(Optional.of(Duration.ofSeconds(60)), Optional.of(limit));
        WorkloadState starting = after(Lives.GRANTED, new WorkloadEvent.PodsNotReady(false));

        assertThat(Agenda.next(starting, both, at("12:00:03"))).isEqualTo(new Next.Rest(Optional.of(at("12:00:21"))));
        assertThat(Agenda.next(starting, both, at("12:00:21")))
                .isEqualTo(due(new WorkloadEvent.PodsReadyTimedOut(Lives.BACKOFF)));

        WorkloadState ready = Lives.then(starting, "12:00:1", new WorkloadEvent.PodsReady());
        assertThat(Agenda.next(ready, both, at("12:00:40"))).isEqualTo(new Next.Rest(Optional.of(at("12:01:01"))));
        assertThat(Agenda.next(ready, both, at("12:01:01")))
                .isEqualTo(due(new WorkloadEvent.DeactivationDemanded(
                        new DeactivationCause.MaximumExecutionTimeExceeded(Duration.ofSeconds(60)))));

        WorkloadState lost =
                on(ready, new WorkloadEvent.PodsNotReady(true), "12:00:30").state();
        assertThat(Agenda.next(lost, both, at("12:00:31"))).isEqualTo(new Next.Rest(Optional.of(at("12:00:34"))));
    }

    @Test
    void a_deactivated_workload_that_is_active_again_starts_over() {
        WorkloadState away = after(Lives.GRANTED, Lives.CLEARED, Lives.STOPPED);
        WorkloadState active = new WorkloadState(
                away.key(),
                true,
                away.conditions(),
                away.clusterQueue(),
                away.checks(),
                away.gates(),
                away.requeueCount(),
                away.requeueAt(),
                away.executed());

        assertThat(Agenda.next(away, around(OPEN, List.of()), at("12:00:09")))
                .isEqualTo(new Next.Rest(Optional.empty()));
        assertThat(Agenda.next(active, around(OPEN, List.of()), at("12:00:09")))
                .isEqualTo(due(new WorkloadEvent.ActiveSet()));
        WorkloadState back =
                on(active, new WorkloadEvent.ActiveSet(), "12:00:09").state();
        assertThat(Agenda.next(back, around(OPEN, List.of()), at("12:00:09")))
                .isEqualTo(new Next.Rest(Optional.empty()));
    }

    @Test
    void what_is_over_is_kept_for_a_while_and_then_expires() {
        WorkloadState over = after(Lives.GRANTED, new WorkloadEvent.JobFinished("Succeeded", Message.of("done")));
        Circumstances kept = limited(Optional.empty(), Optional.empty());

        assertThat(Agenda.next(over, kept, at("12:00:06"))).isEqualTo(new Next.Rest(Optional.of(at("12:00:07"))));
        assertThat(Agenda.next(over, kept, at("12:00:07"))).isEqualTo(new Next.Expired());
        assertThat(Agenda.next(over, around(OPEN, List.of()), at("13:00:00")))
                .isEqualTo(new Next.Rest(Optional.empty()));
    }

    @Test
    void every_step_that_is_due_fits_its_state() {
        for (WorkloadState state : Lives.ofEachPhase().values()) {
            for (Queues queues : List.of(OPEN, DRAINED)) {
                for (List<String> checks : List.of(List.<String>of(), List.of("prov"))) {
                    Circumstances circumstances = around(queues, checks);
                    WorkloadState now = state;
                    for (int step = 0; step < 6; step++) {
                        if (!(Agenda.next(now, circumstances, at("13:00:00"))
                                instanceof Next.Due(WorkloadEvent event))) {
                            break;
                        }
                        Transition transition = Lifecycle.on(now, event, at("13:00:00"));
                        assertThat(transition)
                                .as("%s in %s", event, now.phase())
                                .isInstanceOf(Transition.Legal.class);
                        assertThat(((Transition.Legal) transition).state())
                                .as("%s in %s leads on", event, now.phase())
                                .isNotEqualTo(now);
                        now = ((Transition.Legal) transition).state();
                    }
                }
            }
        }
    }
}
