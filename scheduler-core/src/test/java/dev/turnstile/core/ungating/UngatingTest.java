package dev.turnstile.core.ungating;

import static dev.turnstile.core.dispatch.ClusterBuilder.cluster;
import static dev.turnstile.core.dispatch.GroupBuilder.aWaitingWorkload;
import static dev.turnstile.core.dispatch.GroupBuilder.offeredTo;
import static dev.turnstile.core.dispatch.GroupBuilder.placedOn;
import static dev.turnstile.core.dispatch.Times.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.core.dispatch.ClusterBuilder;
import dev.turnstile.core.dispatch.GroupBuilder;
import dev.turnstile.core.dispatch.RememberedUngating;
import dev.turnstile.core.ungating.UngatingDecision.Deferred;
import dev.turnstile.core.ungating.UngatingDecision.Idle;
import dev.turnstile.core.ungating.UngatingDecision.OpenGate;
import dev.turnstile.core.ungating.UngatingDecision.Reason;
import dev.turnstile.vocabulary.CheckState;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Which gate is opened, and when. */
class UngatingTest extends UngatingScenarios {

    @Nested
    class The_first_that_asked {

        @Test
        void is_opened_and_remembered_first() {
            OpenGate open = opened(decide(
                    offeredTo(
                            cluster("a").closed().asks("12:00:05"),
                            cluster("b").closed().version("4").asks("12:00:04")),
                    "12:00:06"));

            assertThat(open.target()).isEqualTo(new GateTarget("b", "uid-b", "4"));
            assertThat(open.localVersion()).isEqualTo("v7");
            assertThat(open.retry()).isFalse();
            assertThat(open.remember())
                    .isEqualTo(new RememberedUngating.OneGate(
                            at("12:00:00"), at("12:00:06"), "b", "uid-b", Optional.of(at("11:59:00")), at("12:00:06")));
            assertThat(open.lookAgainAt()).contains(at("12:05:06"));
        }

        @Test
        void follows_from_the_order_of_the_config_where_several_signalled_at_once() {
            GroupBuilder story = offeredTo(
                    cluster("z").closed().asks("12:00:05"),
                    cluster("a").closed().asks("12:00:05"));

            OpenGate open = opened(decide(story, "12:00:06"));
            assertThat(open.target().cluster()).isEqualTo("z");
            assertThat(open.trail().words())
                    .isEqualTo("opening the gate on \"z\": it comes first in the config of those that asked first, at"
                            + " 2026-01-01T12:00:05Z");
        }

        @Test
        void follows_from_what_the_workers_wrote_whatever_their_clocks_say() {
            GroupBuilder story = offeredTo(
                    cluster("a").closed().asks("12:00:05", "12:00:05"),
                    cluster("behind").closed().asks("11:50:00", "12:00:20"));

            assertThat(opened(decide(story, "12:00:21")).target().cluster()).isEqualTo("behind");
        }

        @Test
        void must_be_in_a_connected_cluster() {
            GroupBuilder story = offeredTo(
                    cluster("a").closed().asks("12:00:01").disconnected("12:00:02"),
                    cluster("b").closed().asks("12:00:05"));

            assertThat(opened(decide(story, "12:00:06")).target().cluster()).isEqualTo("b");
        }

        @Test
        void must_be_where_the_workload_is_nominated() {
            GroupBuilder story = aWaitingWorkload()
                    .clusters(
                            cluster("old").closed().asks("12:00:01"),
                            cluster("b").closed().asks("12:00:05"))
                    .nominated("12:00:00", "b");

            assertThat(opened(decide(story, "12:00:06")).target().cluster()).isEqualTo("b");
        }

        @Test
        void may_have_a_gate_without_a_status_entry_which_means_closed() {
            assertThat(opened(decide(
                                    offeredTo(cluster("a").closedWithoutStatus().asks("12:00:05")), "12:00:06"))
                            .target()
                            .cluster())
                    .isEqualTo("a");
        }

        @Test
        void tells_its_story_in_the_trail() {
            Trail trail = decide(
                            offeredTo(
                                    cluster("a").closed().asks("12:00:05"),
                                    cluster("b").closed().asks("12:00:04")),
                            "12:00:06")
                    .trail();

            assertThat(trail.asking())
                    .containsExactly(new Trail.Asking("b", at("12:00:04")), new Trail.Asking("a", at("12:00:05")));
            assertThat(trail.words()).isEqualTo("opening the gate on \"b\": it asked first, at 2026-01-01T12:00:04Z");
        }
    }

    @Nested
    class Nobody_is_opened {

        static Stream<Arguments> while_() {
            ClusterBuilder asking = cluster("a").closed().asks("12:00:01");
            return Stream.of(
                            Arguments.of("no reservation", aWaitingWorkload().withoutReservation()),
                            Arguments.of("evicted", aWaitingWorkload().evicted()),
                            Arguments.of("finished", aWaitingWorkload().finished()),
                            Arguments.of("deactivated", aWaitingWorkload().deactivated()),
                            Arguments.of("deleted", aWaitingWorkload().deleted()),
                            Arguments.of("check Ready", placedOn("b")),
                            Arguments.of("check Retry", aWaitingWorkload().check(CheckState.RETRY, "x")),
                            Arguments.of("check Rejected", aWaitingWorkload().check(CheckState.REJECTED, "x")),
                            Arguments.of(
                                    "placed in an earlier life",
                                    aWaitingWorkload().clusterName("a")),
                            Arguments.of(
                                    "a replica is admitted",
                                    offeredTo(cluster("w").admitted("12:00:02"))),
                            Arguments.of(
                                    "a replica finished", offeredTo(cluster("w").finished("Failed", "x"))),
                            Arguments.of("asks no more", offeredTo(cluster("w").closed())))
                    .map(row -> Arguments.of(
                            row.get()[0],
                            "asks no more".equals(row.get()[0])
                                    ? row.get()[1]
                                    : ((GroupBuilder) row.get()[1]).clusters(asking)));
        }

        @ParameterizedTest(name = "{0}")
        @MethodSource("while_")
        void while_this_holds(String what, GroupBuilder story) {
            assertThat(decide(story, "12:00:10")).as(what).isInstanceOf(Idle.class);
        }

        @Test
        void one_that_cannot_be_reached_however_long() {
            assertThat(decide(offeredTo(cluster("a").closed().asks("12:00:01").disconnected("12:00:02")), "19:00:00"))
                    .isInstanceOf(Idle.class);
        }
    }

    @Nested
    class Placements_without_preemption_are_preferred {

        private UngatingDecision patient(GroupBuilder story, String time) {
            return Ungating.decide(story.group(), PATIENT, Optional.empty(), at(time));
        }

        @Test
        void until_every_connected_nominated_replica_was_evaluated() {
            GroupBuilder notYet = offeredTo(
                    cluster("a").closed().asks("12:00:05"),
                    cluster("b").closed(),
                    cluster("c").disconnected("11:00:00"));
            GroupBuilder all = offeredTo(
                    cluster("a").closed().asks("12:00:05"),
                    cluster("b").closed().waits("WaitingForQuota", "2 more needed"),
                    cluster("taken").foreign("Workload team/job-a"));

            Deferred wait = deferred(patient(notYet, "12:00:10"));
            assertThat(wait.reason()).isEqualTo(Reason.GRACE);
            assertThat(wait.until()).isEqualTo(at("12:00:35"));
            assertThat(wait.trail().words()).contains("[b]");
            assertThat(patient(all, "12:00:10")).isInstanceOf(OpenGate.class);
        }

        @Test
        void at_most_for_the_grace_period_after_the_first_signal() {
            GroupBuilder story = offeredTo(
                    cluster("a").closed().asks("12:00:05"),
                    cluster("b"),
                    cluster("c").closed().asks("12:00:20"));

            assertThat(patient(story, "12:00:34.999")).isInstanceOf(Deferred.class);
            assertThat(patient(story, "12:00:35")).isInstanceOf(OpenGate.class);
        }

        @Test
        void not_longer_because_a_workers_clock_is_ahead() {
            GroupBuilder story = offeredTo(cluster("a").closed().asks("12:30:00", "12:00:05"), cluster("b"));

            assertThat(deferred(patient(story, "12:00:10")).until()).isEqualTo(at("12:00:35"));
        }

        @Test
        void only_before_the_first_opening() {
            GroupBuilder story = offeredTo(
                    cluster("a").open("12:00:05"),
                    cluster("b"),
                    cluster("c").closed().asks("12:05:04"));

            assertThat(patient(story, "12:05:05")).isInstanceOf(OpenGate.class);
        }
    }
}
