package dev.turnstile.core.lifecycle;

import static dev.turnstile.core.dispatch.Times.at;
import static dev.turnstile.core.lifecycle.Lives.after;
import static dev.turnstile.core.lifecycle.Lives.on;
import static dev.turnstile.core.lifecycle.Lives.patch;
import static dev.turnstile.core.lifecycle.Lives.set;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.core.lifecycle.StatusChange.AddExecutionTime;
import dev.turnstile.core.lifecycle.StatusChange.ClearRequeueAt;
import dev.turnstile.core.lifecycle.StatusChange.CountEviction;
import dev.turnstile.core.lifecycle.StatusChange.ReleaseQuota;
import dev.turnstile.core.lifecycle.StatusChange.RequeueAt;
import dev.turnstile.core.lifecycle.StatusChange.ResetChecks;
import dev.turnstile.core.message.Message;
import dev.turnstile.vocabulary.CheckState;
import dev.turnstile.vocabulary.ConditionType;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What the answers of admission checks do to a workload. */
class CheckedLifecycleTest {

    @Test
    void retry_with_a_delay_evicts_at_once_and_requeues_after_it() {
        WorkloadState admitted = Lives.in(Phase.ADMITTED);
        String message = "Evicted due to AdmissionCheck in Retry state: \"prov\" (node went away)";

        Transition.Legal evicted = on(
                admitted,
                new WorkloadEvent.CheckAnswered(
                        "prov", CheckState.RETRY, Message.of("node went away"), Optional.of(Duration.ofSeconds(6))),
                "12:01:00");
        assertThat(evicted.effects())
                .containsExactly(
                        patch(
                                set(ConditionType.EVICTED, true, "AdmissionCheck", message),
                                new ResetChecks(false),
                                new CountEviction("AdmissionCheck", ""),
                                new RequeueAt(at("12:01:06"))),
                        new Effect.Announce(false, "EvictedDueToAdmissionCheck", Message.of(message)),
                        new Effect.StopJob(Message.of(message)));
        assertThat(evicted.state().checks())
                .containsExactly(new Check(
                        "prov",
                        CheckState.PENDING,
                        Message.of("Reset to Pending after eviction. Previously: Retry"),
                        1));

        Transition.Legal released = on(evicted.state(), Lives.STOPPED, "12:01:02");
        assertThat(released.effects())
                .containsExactly(patch(
                        new ReleaseQuota(),
                        set(ConditionType.QUOTA_RESERVED, false, "PendingEvaluation", message),
                        set(ConditionType.ADMITTED, false, "NoReservation", "The workload has no reservation"),
                        new AddExecutionTime(Duration.ofMinutes(1)),
                        set(ConditionType.REQUEUED, false, "AdmissionCheck", message)));

        assertThat(Lifecycle.on(released.state(), new WorkloadEvent.BackoffElapsed(), at("12:01:05")))
                .isInstanceOf(Transition.Illegal.class);
        assertThat(on(released.state(), new WorkloadEvent.BackoffElapsed(), "12:01:06")
                        .effects())
                .containsExactly(
                        patch(
                                new ClearRequeueAt(),
                                set(
                                        ConditionType.REQUEUED,
                                        true,
                                        "BackoffFinished",
                                        "The workload backoff was finished")),
                        new Effect.WakeUp());
    }

    @Test
    void a_check_that_wants_a_retry_before_there_is_quota_sends_the_workload_away_in_one_patch() {
        WorkloadState waiting = on(Lives.fresh(), new WorkloadEvent.ChecksRequired(List.of("prov")), "12:00:01")
                .state();
        String message = "Evicted due to AdmissionCheck in Retry state: \"prov\" (node went away)";

        Transition.Legal away = on(waiting, Lives.RETRY, "12:00:02");

        assertThat(away.effects())
                .containsExactly(patch(
                        set(ConditionType.EVICTED, true, "AdmissionCheck", message),
                        new ResetChecks(false),
                        new CountEviction("AdmissionCheck", ""),
                        set(ConditionType.REQUEUED, false, "AdmissionCheck", message)));
        assertThat(away.state().phase()).isEqualTo(Phase.BACKING_OFF);
    }

    @Test
    void checks_that_were_ready_before_admit_with_the_reservation_and_a_new_one_takes_admission_back() {
        WorkloadState admitted = Lives.in(Phase.ADMITTED);

        Transition.Legal more =
                on(admitted, new WorkloadEvent.ChecksRequired(List.of("prov", "spot-only")), "12:01:00");

        assertThat(more.effects())
                .contains(patch(
                        new StatusChange.SetChecks(List.of(
                                new Check("prov", CheckState.READY, Message.of("ok"), 0),
                                new Check("spot-only", CheckState.PENDING, Message.of(""), 0))),
                        set(
                                ConditionType.ADMITTED,
                                false,
                                "UnsatisfiedAdmissionChecks",
                                "The workload has not all checks ready")));
        assertThat(on(more.state(), new WorkloadEvent.ChecksRequired(List.of("prov")), "12:01:07")
                        .effects())
                .contains(new Effect.Announce(
                        false,
                        "Admitted",
                        Message.of("Admitted by ClusterQueue cq, wait time since reservation was 66s")));
    }

    @Test
    void checks_that_are_ready_admit_and_say_how_long_it_took() {
        WorkloadState reserved = after(Lives.GRANTED_WITH_CHECK);

        assertThat(on(
                                reserved,
                                new WorkloadEvent.CheckAnswered(
                                        "prov", CheckState.READY, Message.of("ok"), Optional.empty()),
                                "12:00:04")
                        .effects())
                .containsExactly(
                        patch(set(ConditionType.ADMITTED, true, "Admitted", "The workload is admitted")),
                        new Effect.Announce(
                                false,
                                "Admitted",
                                Message.of("Admitted by ClusterQueue cq, wait time since reservation was 3s")),
                        new Effect.StartJob());
    }

    @Test
    void an_answer_of_a_check_that_the_workload_does_not_have_is_illegal_in_words() {
        Transition answer = Lifecycle.on(
                after(Lives.GRANTED_WITH_CHECK),
                new WorkloadEvent.CheckAnswered("nobody", CheckState.READY, Message.of("ok"), Optional.empty()),
                at("12:00:04"));

        assertThat(answer).isInstanceOf(Transition.Illegal.class);
        assertThat(((Transition.Illegal) answer).why())
                .isEqualTo("the workload has no check \"nobody\"; it has [prov]");
    }

    @Test
    void several_checks_that_want_a_retry_are_named_in_order_and_only_retries_in_a_row_are_counted() {
        WorkloadState running = withChecks(List.of(
                new Check("prov", CheckState.RETRY, Message.of("gone"), 1),
                new Check("lic", CheckState.RETRY, Message.NONE, 0),
                new Check("net", CheckState.READY, Message.of("ok"), 2),
                new Check("disk", CheckState.PENDING, Message.of("soon"), 2)));

        Transition.Legal evicted = on(
                running,
                new WorkloadEvent.CheckAnswered("lic", CheckState.RETRY, Message.NONE, Optional.empty()),
                "12:01:00");

        assertThat(evicted.state().message(ConditionType.EVICTED))
                .isEqualTo(Message.of("Evicted due to AdmissionChecks in Retry state: \"lic\"; \"prov\" (gone)"));
        assertThat(evicted.state().checks())
                .containsExactly(
                        new Check("prov", CheckState.PENDING, previously("Retry"), 2),
                        new Check("lic", CheckState.PENDING, previously("Retry"), 1),
                        new Check("net", CheckState.PENDING, previously("Ready"), 0),
                        new Check("disk", CheckState.PENDING, Message.of("soon"), 2));
    }

    private static WorkloadState withChecks(List<Check> checks) {
        WorkloadState admitted = Lives.in(Phase.ADMITTED);
        return new WorkloadState(
                admitted.key(),
                admitted.active(),
                admitted.conditions(),
                admitted.clusterQueue(),
                checks,
                admitted.gates(),
                admitted.requeueCount(),
                admitted.requeueAt(),
                admitted.executed());
    }

    private static Message previously(String state) {
        return Message.of("Reset to Pending after eviction. Previously: " + state);
    }

    @Test
    void all_checks_that_have_rejected_are_named() {
        WorkloadState running = withChecks(List.of(
                new Check("prov", CheckState.REJECTED, Message.of("never"), 0),
                new Check("lic", CheckState.REJECTED, Message.NONE, 0)));

        Transition.Legal demanded = on(
                running,
                new WorkloadEvent.CheckAnswered("prov", CheckState.REJECTED, Message.of("never"), Optional.empty()),
                "12:01:00");

        assertThat(demanded.state().message(ConditionType.DEACTIVATION_TARGET))
                .isEqualTo(Message.of("AdmissionChecks in Rejected state: \"lic\"; \"prov\" (never)"));
    }

    @Test
    void a_rejected_check_and_a_time_limit_are_announced() {
        assertThat(on(
                                after(Lives.GRANTED_WITH_CHECK),
                                new WorkloadEvent.CheckAnswered(
                                        "prov", CheckState.REJECTED, Message.of("no such machine"), Optional.empty()),
                                "12:00:05")
                        .effects())
                .contains(new Effect.Announce(
                        true,
                        "AdmissionCheckRejected",
                        Message.of("Deactivated due to AdmissionCheck in Rejected state: \"prov\" (no such machine)")));
        assertThat(on(
                                after(Lives.GRANTED),
                                new WorkloadEvent.DeactivationDemanded(
                                        new DeactivationCause.MaximumExecutionTimeExceeded(Duration.ofSeconds(5))),
                                "12:00:09")
                        .effects())
                .contains(new Effect.Announce(
                        true, "MaximumExecutionTimeExceeded", Message.of("The maximum execution time (5s) exceeded")));
    }
}
