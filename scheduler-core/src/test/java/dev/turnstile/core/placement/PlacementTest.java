package dev.turnstile.core.placement;

import static dev.turnstile.core.dispatch.ClusterBuilder.cluster;
import static dev.turnstile.core.dispatch.GroupBuilder.aWaitingWorkload;
import static dev.turnstile.core.dispatch.GroupBuilder.offeredTo;
import static dev.turnstile.core.dispatch.GroupBuilder.placedOn;
import static dev.turnstile.core.dispatch.Times.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.core.dispatch.CheckMessage;
import dev.turnstile.core.dispatch.ClusterBuilder;
import dev.turnstile.core.dispatch.Finish;
import dev.turnstile.core.dispatch.Group;
import dev.turnstile.core.dispatch.GroupBuilder;
import dev.turnstile.core.dispatch.JobReading;
import dev.turnstile.core.dispatch.SpecMatch;
import dev.turnstile.core.placement.PlacementEffect.ClearPlacement;
import dev.turnstile.core.placement.PlacementEffect.CopyJobStatus;
import dev.turnstile.core.placement.PlacementEffect.CreateJob;
import dev.turnstile.core.placement.PlacementEffect.CreateReplica;
import dev.turnstile.core.placement.PlacementEffect.DeclareWinner;
import dev.turnstile.core.placement.PlacementEffect.DeleteJob;
import dev.turnstile.core.placement.PlacementEffect.DeleteReplica;
import dev.turnstile.core.placement.PlacementEffect.EndJob;
import dev.turnstile.core.placement.PlacementEffect.FinishLocal;
import dev.turnstile.core.placement.PlacementEffect.ReadJob;
import dev.turnstile.core.placement.PlacementEffect.SetCheck;
import dev.turnstile.core.placement.PlacementEffect.UpdateReplica;
import dev.turnstile.vocabulary.CheckState;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class PlacementTest {

    private static final PlacementSettings SETTINGS = PlacementSettings.defaults();

    private static PlacementDecision decide(GroupBuilder story, String time) {
        return Placement.decide(story.group(), SETTINGS, at(time));
    }

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
        void an_outdated_replica_follows_and_one_of_another_workload_is_made_anew() {
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
    class The_winner {

        @Test
        void is_the_first_that_was_admitted() {
            GroupBuilder story = offeredTo(
                    cluster("a").admitted("12:00:05"),
                    cluster("b").admitted("12:00:04"),
                    cluster("c").closed());

            assertThat(decide(story, "12:00:06"))
                    .isEqualTo(new PlacementDecision.Won(
                            "b",
                            List.of(
                                    declareWinner("b", "The workload was admitted on \"b\""),
                                    new DeleteReplica("a", "uid-a"),
                                    new DeleteReplica("c", "uid-c"),
                                    new CreateJob("b")),
                            "\"b\" was the first to admit it"));
        }

        @Test
        void is_the_first_in_the_config_where_several_were_admitted_at_once() {
            GroupBuilder story =
                    offeredTo(cluster("z").admitted("12:00:05"), cluster("a").admitted("12:00:05"));

            assertThat(((PlacementDecision.Won) decide(story, "12:00:06")).cluster())
                    .isEqualTo("z");
        }

        static Stream<Arguments> clustersThatCanNotWin() {
            return Stream.of(
                    Arguments.of(
                            "out of reach", cluster("a").admitted("12:00:01").disconnected("12:00:02")),
                    Arguments.of(
                            "evicted again", cluster("a").admitted("12:00:01").evicted()),
                    Arguments.of(
                            "of another workload",
                            cluster("a").admitted("12:00:01").spec(SpecMatch.DIFFERENT)),
                    Arguments.of("only reserved", cluster("a").reserved("12:00:01")),
                    Arguments.of(
                            "job name taken", cluster("a").admitted("12:00:01").foreignJob("Job team/a")),
                    Arguments.of(
                            "an old job is there",
                            cluster("a").admitted("12:00:01").ourJob()));
        }

        @ParameterizedTest(name = "{0}")
        @MethodSource("clustersThatCanNotWin")
        void is_never(String why, ClusterBuilder first) {
            GroupBuilder story = offeredTo(first, cluster("b").admitted("12:00:09"));

            PlacementDecision decision = decide(story, "12:00:10");

            assertThat(decision).as(why).isInstanceOf(PlacementDecision.Won.class);
            assertThat(((PlacementDecision.Won) decision).cluster()).isEqualTo("b");
        }

        @Test
        void gets_its_job_only_when_no_other_reachable_cluster_has_one() {
            GroupBuilder story = aWaitingWorkload()
                    .clusters(
                            cluster("a").admitted("10:00:00").ourJob(),
                            cluster("b").admitted("12:00:05"))
                    .nominated("12:00:00", "b");

            assertThat(decide(story, "12:00:06").effects())
                    .containsExactly(
                            declareWinner("b", "The workload was admitted on \"b\""),
                            new DeleteJob("a"),
                            new DeleteReplica("a", "uid-a"));
        }
    }

    @Nested
    class Once_placed {

        @Test
        void its_job_is_made_and_then_its_status_copied() {
            assertThat(decide(placedOn("a").clusters(cluster("a").admitted("12:00:05")), "12:00:06")
                            .effects())
                    .containsExactly(new CreateJob("a"));
            assertThat(decide(
                                    placedOn("a")
                                            .clusters(cluster("a")
                                                    .admitted("12:00:05")
                                                    .ourJob()),
                                    "12:00:06")
                            .effects())
                    .containsExactly(new CopyJobStatus("a"));
        }

        @Test
        void a_worker_that_comes_back_never_takes_the_job_from_the_new_winner() {
            GroupBuilder story = placedOn("b")
                    .clusters(
                            cluster("a").admitted("10:00:00").ourJob(),
                            cluster("b").admitted("12:00:05").ourJob());

            assertThat(decide(story, "12:30:00").effects())
                    .containsExactly(new DeleteJob("a"), new DeleteReplica("a", "uid-a"), new CopyJobStatus("b"));
        }

        @Test
        void objects_of_others_elsewhere_are_never_touched() {
            GroupBuilder story = placedOn("b")
                    .clusters(
                            cluster("a").foreign("Workload team/job-a").foreignJob("Job team/a"),
                            cluster("b").admitted("12:00:05").ourJob());

            assertThat(decide(story, "12:30:00").effects()).containsExactly(new CopyJobStatus("b"));
        }

        @Test
        void the_spec_is_followed() {
            GroupBuilder story = placedOn("a")
                    .clusters(cluster("a")
                            .admitted("12:00:05")
                            .version("9")
                            .spec(SpecMatch.OUTDATED)
                            .ourJob());

            assertThat(decide(story, "12:30:00").effects())
                    .containsExactly(new UpdateReplica("a", "uid-a", "9"), new CopyJobStatus("a"));
        }

        private static final Finish DONE = new Finish("Succeeded", "Reached expected number of succeeded pods");
        private static final String FINISHED = "uid-a in 2026-01-01T12:00:00Z";
        private static final String GONE = "gone in 2026-01-01T12:00:00Z";

        private static ClusterBuilder finished() {
            return cluster("a").admitted("12:00:05").finished(DONE.reason(), DONE.message());
        }

        static Stream<Arguments> jobsThatWereNotReadSince() {
            return Stream.of(
                    Arguments.of("seen", finished().ourJob()),
                    Arguments.of("not seen, which may be a watch that lags", finished()),
                    Arguments.of(
                            "read when its replica was gone",
                            finished().ourJob().read(GONE, new JobReading.State.Unfinished())),
                    Arguments.of(
                            "read in an earlier life",
                            finished()
                                    .ourJob()
                                    .read("uid-a in 2026-01-01T10:00:00Z", new JobReading.State.Ended(DONE))));
        }

        @ParameterizedTest(name = "{0}")
        @MethodSource("jobsThatWereNotReadSince")
        void its_job_is_read_before_it_finishes(String how, ClusterBuilder winner) {
            assertThat(decide(placedOn("a").clusters(winner, cluster("b").closed()), "12:30:00")
                            .effects())
                    .as(how)
                    .containsExactly(new ReadJob("a", FINISHED), new DeleteReplica("b", "uid-b"));
        }

        static Stream<JobReading.State> readings() {
            return Stream.of(
                    new JobReading.State.Ended(new Finish("Succeeded", "as its own condition has it")),
                    new JobReading.State.Unfinished(),
                    new JobReading.State.Gone());
        }

        @ParameterizedTest
        @MethodSource("readings")
        void it_finishes_with_the_reason_and_message_of_the_replica_after_its_job(JobReading.State read) {
            assertThat(decide(placedOn("a").clusters(finished().ourJob().read(FINISHED, read)), "12:30:00")
                            .effects())
                    .containsExactly(new EndJob("a", DONE), new FinishLocal(DONE));
        }

        @Test
        void it_starts_over_where_its_job_there_was_another_one() {
            ClusterBuilder winner = cluster("a").admitted("12:00:05").finished("OutOfSync", "of no matter");

            assertThat(decide(placedOn("a").clusters(winner), "12:30:00").effects())
                    .containsExactly(setCheck(
                            CheckState.RETRY,
                            "Workload is out of sync on worker cluster: \"a\", resetting for re-admission. "
                                    + "Previously: \"Ready\""));
        }

        @Test
        void it_starts_over_where_its_job_runs_again_unseen() {
            ClusterBuilder winner = cluster("a").admitted("12:20:05").ourJobRunsAgain();

            assertThat(decide(placedOn("a").clusters(winner), "12:30:00").effects())
                    .containsExactly(setCheck(
                            CheckState.RETRY,
                            "Workload evicted on worker cluster: \"a\", resetting for re-admission. "
                                    + "Previously: \"Ready\""));
        }

        @Test
        void it_finishes_where_its_replica_is_gone_but_its_job_had_ended() {
            ClusterBuilder winner = cluster("a").ourJob().read(GONE, new JobReading.State.Ended(DONE));

            assertThat(decide(placedOn("a").clusters(winner), "12:30:00").effects())
                    .containsExactly(new EndJob("a", DONE), new FinishLocal(DONE));
        }

        @Test
        void an_eviction_there_starts_it_over() {
            GroupBuilder story = placedOn("worker2")
                    .clusters(cluster("worker2").admitted("12:00:05").evicted().ourJob());

            assertThat(decide(story, "12:30:00").effects())
                    .containsExactly(setCheck(
                            CheckState.RETRY,
                            "Workload evicted on worker cluster: \"worker2\", resetting for re-admission. "
                                    + "Previously: \"Ready\""));
        }

        static Stream<Arguments> replicasThatAreGone() {
            return Stream.of(
                    Arguments.of("removed", cluster("a").read(GONE, new JobReading.State.Gone())),
                    Arguments.of(
                            "removed while its job runs",
                            cluster("a").ourJob().read(GONE, new JobReading.State.Unfinished())),
                    Arguments.of(
                            "replaced by somebody",
                            cluster("a").foreign("Workload team/job-a").read(GONE, new JobReading.State.Gone())),
                    Arguments.of("made anew by a stranger", cluster("a").closed()),
                    Arguments.of(
                            "of another workload",
                            cluster("a").admitted("12:00:05").spec(SpecMatch.DIFFERENT)));
        }

        @Test
        void a_replica_that_is_gone_has_its_job_read_first() {
            assertThat(decide(placedOn("a").clusters(cluster("a").ourJob()), "12:30:00")
                            .effects())
                    .containsExactly(new ReadJob("a", GONE));
        }

        @ParameterizedTest(name = "{0}")
        @MethodSource("replicasThatAreGone")
        void a_replica_that_no_longer_exists_starts_it_over(String how, ClusterBuilder winner) {
            assertThat(decide(placedOn("a").clusters(winner), "12:30:00").effects())
                    .as(how)
                    .containsExactly(
                            setCheck(CheckState.RETRY, "Admitting remote no longer exists, Previously: \"Ready\""));
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

    private static SetCheck setCheck(CheckState state, String message) {
        CheckMessage read = CheckMessage.parse(message);
        assertThat(read.message().text()).isEqualTo(message);
        return new SetCheck(state, read);
    }

    private static DeclareWinner declareWinner(String cluster, String message) {
        DeclareWinner winner = new DeclareWinner(cluster);
        assertThat(winner.message().message().text()).isEqualTo(message);
        return winner;
    }
}
