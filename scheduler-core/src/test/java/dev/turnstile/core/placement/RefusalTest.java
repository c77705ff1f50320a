package dev.turnstile.core.placement;

import static dev.turnstile.core.dispatch.ClusterBuilder.cluster;
import static dev.turnstile.core.dispatch.GroupBuilder.aWaitingWorkload;
import static dev.turnstile.core.dispatch.GroupBuilder.offeredTo;
import static dev.turnstile.core.dispatch.GroupBuilder.placedOn;
import static dev.turnstile.core.dispatch.Times.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.core.dispatch.AllAtOnceDispatcher;
import dev.turnstile.core.dispatch.CheckMessage;
import dev.turnstile.core.dispatch.ClusterBuilder;
import dev.turnstile.core.dispatch.GroupBuilder;
import dev.turnstile.core.dispatch.Nomination;
import dev.turnstile.core.dispatch.Refusal.What;
import dev.turnstile.core.message.Message;
import dev.turnstile.core.placement.PlacementEffect.CreateJob;
import dev.turnstile.core.placement.PlacementEffect.CreateReplica;
import dev.turnstile.core.placement.PlacementEffect.DeleteReplica;
import dev.turnstile.core.placement.PlacementEffect.SetCheck;
import dev.turnstile.vocabulary.CheckState;
import org.junit.jupiter.api.Test;

/** A worker cluster's API server refuses what is created in it. */
class RefusalTest {
    private static final String WORDS = "images of example.com only";

    private static PlacementDecision decide(GroupBuilder story, String time) {
        return Placement.decide(story.group(), PlacementSettings.defaults(), at(time));
    }

    private static ClusterBuilder refused(String name) {
        return cluster(name).refuses(What.JOB, "12:00:00", WORDS);
    }

    private static SetCheck check(CheckState state, String message) {
        return new SetCheck(state, new CheckMessage.Notes(Message.of(message)));
    }

    @Test
    void a_refused_job_is_tried_for_half_a_minute_and_the_decision_says_so() {
        PlacementDecision decision = decide(placedOn("a").clusters(refused("a").admitted("11:59:59")), "12:00:29.999");

        assertThat(decision.effects()).containsExactly(new CreateJob("a"));
        assertThat(decision.lookAgainAt()).contains(at("12:00:30"));
        assertThat(decision.words())
                .isEqualTo("cluster \"a\" refuses the job: " + WORDS + "; it is tried until 2026-01-01T12:00:30Z");
    }

    @Test
    void then_the_workload_starts_over() {
        PlacementDecision decision = decide(placedOn("a").clusters(refused("a").admitted("11:59:59")), "12:00:30");

        assertThat(decision).isInstanceOf(PlacementDecision.StartOver.class);
        assertThat(decision.effects())
                .containsExactly(check(
                        CheckState.RETRY, "Cluster \"a\": refuses the job: " + WORDS + ", Previously: \"Ready\""));
    }

    @Test
    void after_ten_minutes_the_job_is_tried_as_if_for_the_first_time() {
        PlacementDecision decision = decide(placedOn("a").clusters(refused("a").admitted("12:10:30")), "12:10:31");

        assertThat(decision).isInstanceOf(PlacementDecision.Running.class);
        assertThat(decision.effects()).containsExactly(new CreateJob("a"));
    }

    @Test
    void a_job_that_was_made_after_all_runs() {
        assertThat(decide(
                        placedOn("a").clusters(refused("a").admitted("11:59:59").ourJob()), "12:00:40"))
                .isInstanceOf(PlacementDecision.Running.class);
    }

    @Test
    void for_ten_minutes_the_workload_is_not_offered_to_that_cluster() {
        GroupBuilder story = aWaitingWorkload().clusters(refused("a"), cluster("b"));

        assertThat(new AllAtOnceDispatcher().nominate(story.group(), at("12:10:29")))
                .isInstanceOfSatisfying(
                        Nomination.Nominate.class,
                        offer -> assertThat(offer.clusters()).containsExactly("b"));
        assertThat(new AllAtOnceDispatcher().nominate(story.group(), at("12:10:30")))
                .isInstanceOfSatisfying(
                        Nomination.Nominate.class,
                        offer -> assertThat(offer.clusters()).containsExactly("a", "b"));
    }

    @Test
    void an_outside_dispatcher_that_nominates_it_all_the_same_gets_no_replica_there() {
        GroupBuilder story = offeredTo(refused("a").closed(), cluster("b"));

        assertThat(decide(story, "12:01:00").effects())
                .containsExactly(
                        check(CheckState.PENDING, "Cluster \"a\": refuses the job: " + WORDS),
                        new DeleteReplica("a", "uid-a"),
                        new CreateReplica("b", true));
    }

    @Test
    void when_all_have_refused_the_check_waits_with_the_words_of_each() {
        GroupBuilder story =
                aWaitingWorkload().clusters(refused("a"), cluster("b").refuses(What.JOB, "12:02:00", "no quota"));

        PlacementDecision decision = decide(story, "12:03:00");

        assertThat(decision.effects())
                .containsExactly(check(
                        CheckState.PENDING,
                        "Cluster \"a\": refuses the job: " + WORDS + "; Cluster \"b\": refuses the job: no quota"));
        assertThat(decision.lookAgainAt()).as("the first may be tried again").contains(at("12:10:30"));
        assertThat(new AllAtOnceDispatcher().nominate(story.group(), at("12:03:00")))
                .isInstanceOf(Nomination.Keep.class);
    }

    @Test
    void a_refused_replica_is_told_while_others_are_offered_it() {
        GroupBuilder story = offeredTo(
                cluster("a").refuses(What.REPLICA, "12:00:00", "not here"),
                cluster("b").closed());

        assertThat(decide(story, "12:00:01").effects())
                .containsExactly(
                        check(CheckState.PENDING, "Cluster \"a\": refuses the Workload: not here"),
                        new CreateReplica("a", true));
    }
}
