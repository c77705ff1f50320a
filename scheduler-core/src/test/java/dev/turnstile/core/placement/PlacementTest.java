package dev.turnstile.core.placement;

import static dev.turnstile.core.dispatch.ClusterBuilder.cluster;
import static dev.turnstile.core.dispatch.GroupBuilder.aWaitingWorkload;
import static dev.turnstile.core.dispatch.GroupBuilder.offeredTo;
import static dev.turnstile.core.dispatch.GroupBuilder.placedOn;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.core.dispatch.ClusterBuilder;
import dev.turnstile.core.dispatch.Finish;
import dev.turnstile.core.dispatch.GroupBuilder;
import dev.turnstile.core.dispatch.JobReading;
import dev.turnstile.core.dispatch.SpecMatch;
import dev.turnstile.core.placement.PlacementEffect.CopyJobStatus;
import dev.turnstile.core.placement.PlacementEffect.CreateJob;
import dev.turnstile.core.placement.PlacementEffect.DeleteJob;
import dev.turnstile.core.placement.PlacementEffect.DeleteReplica;
import dev.turnstile.core.placement.PlacementEffect.EndJob;
import dev.turnstile.core.placement.PlacementEffect.FinishLocal;
import dev.turnstile.core.placement.PlacementEffect.ReadJob;
import dev.turnstile.core.placement.PlacementEffect.UpdateReplica;
import dev.turnstile.vocabulary.CheckState;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Which cluster wins, and what follows until the workload has finished. */
class PlacementTest extends PlacementScenarios {

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

        /** Its local job may not take that for a while, and what is offered elsewhere may have been seen late. */
        @Test
        void what_is_left_elsewhere_is_removed_while_its_end_is_copied() {
            GroupBuilder story = placedOn("a")
                    .clusters(
                            finished().ourJob().read(FINISHED, new JobReading.State.Ended(DONE)),
                            cluster("b").admitted("12:00:06"));

            assertThat(decide(story, "12:30:00").effects())
                    .containsExactly(new EndJob("a", DONE), new FinishLocal(DONE), new DeleteReplica("b", "uid-b"));
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
                    Arguments.of("made again by a stranger", cluster("a").closed()),
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
}
