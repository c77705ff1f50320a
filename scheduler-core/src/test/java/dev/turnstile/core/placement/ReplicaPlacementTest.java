package dev.turnstile.core.placement;

import static dev.turnstile.core.dispatch.ClusterBuilder.cluster;
import static dev.turnstile.core.dispatch.GroupBuilder.aWaitingWorkload;
import static dev.turnstile.core.dispatch.GroupBuilder.offeredTo;
import static dev.turnstile.core.dispatch.GroupBuilder.placedOn;
import static dev.turnstile.core.dispatch.Times.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.core.dispatch.Group;
import dev.turnstile.core.dispatch.GroupBuilder;
import dev.turnstile.core.dispatch.SpecMatch;
import dev.turnstile.core.placement.PlacementEffect.ClearPlacement;
import dev.turnstile.core.placement.PlacementEffect.CreateReplica;
import dev.turnstile.core.placement.PlacementEffect.DeleteJob;
import dev.turnstile.core.placement.PlacementEffect.DeleteReplica;
import dev.turnstile.core.placement.PlacementEffect.UpdateReplica;
import dev.turnstile.vocabulary.CheckState;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Which replicas there are: before anybody has won, when a worker is lost, and where nothing may run. */
class ReplicaPlacementTest extends PlacementScenarios {

    @Nested
    class While_nobody_has_won {

        @Test
        void a_gated_replica_is_created_in_every_nominated_cluster_and_nowhere_else() {
            GroupBuilder story = aWaitingWorkload()
                    .clusters(cluster("a"), cluster("b"), cluster("c"))
                    .nominated("12:00:00", "a", "b");

            assertThat(decide(story, "12:00:01").effects())
                    .containsExactly(new CreateReplica("a", true), new CreateReplica("b", true));
        }

        @Test
        void without_orchestrated_preemption_replicas_have_no_gate() {
            PlacementSettings off = new PlacementSettings(Duration.ofMinutes(15), Optional.empty(), false);

            assertThat(Placement.decide(offeredTo(cluster("a")).group(), off, at("12:00:01"))
                            .effects())
                    .containsExactly(new CreateReplica("a", false));
        }

        @Test
        void an_unreachable_cluster_delays_no_other() {
            GroupBuilder story = offeredTo(cluster("a").unknown().disconnected("11:59:00"), cluster("b"));

            assertThat(decide(story, "12:00:01").effects()).containsExactly(new CreateReplica("b", true));
        }

        @Test
        void an_outdated_replica_follows_and_one_of_another_workload_is_replaced() {
            GroupBuilder story = offeredTo(
                    cluster("a").closed().version("5").spec(SpecMatch.OUTDATED),
                    cluster("b").closed().spec(SpecMatch.DIFFERENT),
                    cluster("c").closed());

            assertThat(decide(story, "12:00:01").effects())
                    .containsExactly(new UpdateReplica("a", "uid-a", "5"), new DeleteReplica("b", "uid-b"));
        }

        @Test
        void a_replica_where_it_is_not_nominated_is_of_an_earlier_life_and_goes_with_its_job() {
            GroupBuilder story = aWaitingWorkload()
                    .clusters(
                            cluster("a").admitted("10:00:00").ourJob(),
                            cluster("b").closed())
                    .nominated("12:00:00", "b");

            assertThat(decide(story, "12:00:01").effects())
                    .containsExactly(new DeleteJob("a"), new DeleteReplica("a", "uid-a"));
        }

        @Test
        void a_job_that_is_left_where_it_is_nominated_is_removed_before_a_replica_is_made() {
            assertThat(decide(offeredTo(cluster("a").ourJob()), "12:00:01").effects())
                    .containsExactly(new DeleteJob("a"));
        }

        @Test
        void a_taken_name_is_not_touched_and_the_check_says_where() {
            GroupBuilder story = offeredTo(
                    cluster("a").foreign("Workload team/job-a"),
                    cluster("b").foreignJob("Job team/a"),
                    cluster("c").closed().foreignJob("Job team/a"),
                    cluster("d").closed());

            assertThat(decide(story, "12:00:01").effects())
                    .containsExactly(
                            setCheck(
                                    CheckState.PENDING,
                                    "Cluster \"a\": Workload team/job-a exists and is not ours, so it is not touched; "
                                            + "Cluster \"b\": Job team/a exists and is not ours, so it is not touched; "
                                            + "Cluster \"c\": Job team/a exists and is not ours, so it is not touched"),
                            new DeleteReplica("c", "uid-c"));
        }

        @Test
        void the_note_goes_when_its_reason_has_gone_but_the_message_of_others_stays() {
            String note = "Cluster \"a\": Job team/a exists and is not ours, so it is not touched";
            GroupBuilder ours = offeredTo(cluster("a").closed()).check(CheckState.PENDING, note);
            GroupBuilder reset = offeredTo(cluster("a").closed())
                    .check(CheckState.PENDING, "Reset to Pending after eviction. Previously: Retry");

            assertThat(decide(ours, "12:00:01").effects()).containsExactly(setCheck(CheckState.PENDING, ""));
            assertThat(decide(reset, "12:00:01").effects()).isEmpty();
        }

        @Test
        void a_message_that_is_there_already_is_not_written_again() {
            String note = "Cluster \"a\": Job team/a exists and is not ours, so it is not touched";

            assertThat(decide(
                                    offeredTo(cluster("a").foreignJob("Job team/a"))
                                            .check(CheckState.PENDING, note),
                                    "12:00:01")
                            .effects())
                    .isEmpty();
        }

        @Test
        void a_nomination_that_nobody_knows_is_said() {
            GroupBuilder story =
                    aWaitingWorkload().clusters(cluster("a").closed()).nominated("12:00:00", "a", "mars");

            assertThat(decide(story, "12:00:01").effects())
                    .containsExactly(
                            setCheck(CheckState.PENDING, "Cluster \"mars\": the MultiKueueConfig does not name it"));
        }

        @Test
        void a_job_that_fits_nowhere_is_said_per_cluster_and_keeps_its_quota() {
            GroupBuilder story = offeredTo(
                    cluster("a").closed().hopeless("ExceedsMaxQuota", "8 of 4 cpu"),
                    cluster("b").closed().hopeless("NoMatchingFlavor", "no spot here"));

            PlacementDecision decision = decide(story, "23:00:00");

            assertThat(decision.effects())
                    .containsExactly(
                            setCheck(CheckState.PENDING, "Cluster \"a\": 8 of 4 cpu; Cluster \"b\": no spot here"));
            assertThat(decision.lookAgainAt()).isEmpty();
        }

        @Test
        void hope_in_one_cluster_keeps_the_message_empty() {
            GroupBuilder story = offeredTo(
                    cluster("a").closed().hopeless("ExceedsMaxQuota", "8 of 4 cpu"),
                    cluster("b").closed().waits("WaitingForQuota", "1 more needed"));

            assertThat(decide(story, "12:10:00").effects()).isEmpty();
        }

        @Test
        void where_the_user_wants_it_the_quota_is_given_back_after_a_while() {
            PlacementSettings givesBack =
                    new PlacementSettings(Duration.ofMinutes(15), Optional.of(Duration.ofMinutes(10)), true);
            Group group = offeredTo(cluster("a").closed().hopeless("ExceedsMaxQuota", "8 of 4 cpu"))
                    .check(CheckState.PENDING, "Cluster \"a\": 8 of 4 cpu")
                    .group();

            assertThat(Placement.decide(group, givesBack, at("12:09:59")).lookAgainAt())
                    .contains(at("12:10:00"));
            assertThat(Placement.decide(group, givesBack, at("12:10:00")).effects())
                    .containsExactly(setCheck(CheckState.RETRY, "Cluster \"a\": 8 of 4 cpu, Previously: \"Pending\""));
        }
    }

    @Nested
    class A_worker_is_lost {

        private final GroupBuilder story = placedOn("a")
                .clusters(cluster("a").admitted("11:00:00").ourJob().disconnected("12:00:00"), cluster("b"));

        @Test
        void only_after_the_time_out_from_the_first_failure() {
            PlacementDecision before = decide(story, "12:14:59");

            assertThat(before).isInstanceOf(PlacementDecision.Running.class);
            assertThat(before.effects()).isEmpty();
            assertThat(before.lookAgainAt()).contains(at("12:15:00"));
            assertThat(decide(story, "12:15:00").effects())
                    .containsExactly(setCheck(CheckState.RETRY, "Admitting remote lost, Previously: \"Ready\""));
        }

        @Test
        void a_clock_set_back_gives_it_longer_not_less() {
            assertThat(decide(story, "11:59:00").lookAgainAt()).contains(at("12:15:00"));
        }

        @Test
        void also_where_the_configuration_forgot_it() {
            assertThat(decide(placedOn("gone").clusters(cluster("b")), "12:00:01")
                            .effects())
                    .containsExactly(setCheck(CheckState.RETRY, "Admitting remote lost, Previously: \"Ready\""));
        }
    }

    @Nested
    class A_workload_that_may_not_run {

        static Stream<GroupBuilder> lives() {
            return Stream.of(
                    placedOn("a").deactivated(),
                    placedOn("a").evicted(),
                    placedOn("a").withoutReservation(),
                    placedOn("a").check(CheckState.RETRY, "Admitting remote lost, Previously: \"Ready\""),
                    placedOn("a").check(CheckState.REJECTED, "no"),
                    aWaitingWorkload().clusterName("a"),
                    aWaitingWorkload()
                            .nominated("11:00:00", "a", "b")
                            .remembers("cluster=a;at=2026-01-01T11:00:00Z;replica=uid-a;life=2026-01-01T10:59:00Z"),
                    aWaitingWorkload().evicted().nominated("11:00:00", "a", "b", "c"));
        }

        @ParameterizedTest
        @MethodSource("lives")
        void has_no_replicas_and_gets_no_new_ones(GroupBuilder story) {
            PlacementDecision decision = decide(
                    story.clusters(
                            cluster("a").admitted("11:00:00").ourJob(),
                            cluster("b"),
                            cluster("c").foreign("Workload team/job-a"),
                            cluster("d").admitted("10:00:00").ourJob().disconnected("10:30:00"),
                            cluster("e").unknown().disconnected("10:30:00")),
                    "12:00:00");

            assertThat(decision.effects())
                    .containsExactly(new ClearPlacement(), new DeleteJob("a"), new DeleteReplica("a", "uid-a"));
            assertThat(((PlacementDecision.Withdrawn) decision).later()).containsExactly("d", "e");
        }

        @Test
        void keeps_the_name_of_its_cluster_where_it_finished() {
            GroupBuilder story = placedOn("a")
                    .finished()
                    .clusters(cluster("a")
                            .admitted("11:00:00")
                            .finished("Succeeded", "done")
                            .ourJob());

            assertThat(decide(story, "12:00:00").effects())
                    .containsExactly(new DeleteJob("a"), new DeleteReplica("a", "uid-a"));
        }

        @Test
        void leaves_nothing_behind_where_it_was_deleted() {
            GroupBuilder story = placedOn("a")
                    .deleted()
                    .clusters(cluster("a").admitted("11:00:00").ourJob());

            assertThat(decide(story, "12:00:00").effects())
                    .containsExactly(new DeleteJob("a"), new DeleteReplica("a", "uid-a"));
        }
    }
}
