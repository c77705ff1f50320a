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
import dev.turnstile.core.ungating.UngatingDecision.Forget;
import dev.turnstile.core.ungating.UngatingDecision.Idle;
import dev.turnstile.core.ungating.UngatingDecision.OpenEveryGate;
import dev.turnstile.core.ungating.UngatingDecision.OpenGate;
import dev.turnstile.core.ungating.UngatingDecision.Reason;
import dev.turnstile.core.ungating.UngatingDecision.Regate;
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

/** One test, or more, for every sentence of the contract about the manager's side of orchestrated preemption. */
class UngatingTest {

    private static final UngatingSettings ON = UngatingSettings.defaults();
    private static final UngatingSettings OFF = new UngatingSettings(
            false, UngatingSettings.DEFAULT_TIMEOUT, Optional.empty(), UngatingSettings.DEFAULT_RETRY_INTERVAL);
    private static final UngatingSettings PATIENT = new UngatingSettings(
            true,
            UngatingSettings.DEFAULT_TIMEOUT,
            Optional.of(Duration.ofSeconds(30)),
            UngatingSettings.DEFAULT_RETRY_INTERVAL);

    private static UngatingDecision decide(GroupBuilder story, String time) {
        return Ungating.decide(story.group(), ON, Optional.empty(), at(time));
    }

    private static UngatingDecision decide(GroupBuilder story, OpeningAttempt attempt, String time) {
        return Ungating.decide(story.group(), ON, Optional.of(attempt), at(time));
    }

    private static OpenGate opened(UngatingDecision decision) {
        assertThat(decision).as(decision.trail().words()).isInstanceOf(OpenGate.class);
        return (OpenGate) decision;
    }

    private static Deferred deferred(UngatingDecision decision) {
        assertThat(decision).as(decision.trail().words()).isInstanceOf(Deferred.class);
        return (Deferred) decision;
    }

    /** The annotation as it is after {@code cluster} was chosen at that time. */
    private static String remembered(String cluster, String time) {
        return new RememberedUngating.OneGate(
                        at("12:00:00"), at(time), cluster, "uid-" + cluster, Optional.of(at("11:59:00")), at(time))
                .text();
    }

    private static OpeningAttempt attempt(
            String cluster, String time, OpeningAttempt.Outcome outcome, boolean certain) {
        return new OpeningAttempt(cluster, "uid-" + cluster, at(time), outcome, certain);
    }

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
        void is_told_by_the_order_of_the_config_where_several_asked_at_once() {
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
        void is_told_by_what_the_workers_wrote_however_their_clocks_go() {
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
        void who_can_not_be_reached_however_long() {
            assertThat(decide(offeredTo(cluster("a").closed().asks("12:00:01").disconnected("12:00:02")), "19:00:00"))
                    .isInstanceOf(Idle.class);
        }
    }

    @Nested
    class The_window {

        @Test
        void runs_from_the_latest_open_gate_and_the_rest_is_waited_for() {
            Deferred wait = deferred(decide(
                    offeredTo(
                            cluster("a").open("12:00:10"),
                            cluster("b").open("12:00:20"),
                            cluster("c").closed().asks("12:01:00")),
                    "12:03:00"));

            assertThat(wait.reason()).isEqualTo(Reason.WINDOW);
            assertThat(wait.lookAgainAt()).contains(at("12:05:20"));
        }

        @Test
        void lets_the_next_through_when_it_is_over() {
            GroupBuilder story = offeredTo(
                    cluster("a").open("12:00:10"), cluster("b").closed().asks("12:01:00"));

            assertThat(decide(story, "12:05:09")).isInstanceOf(Deferred.class);
            assertThat(opened(decide(story, "12:05:10")).target().cluster()).isEqualTo("b");
        }

        @Test
        void runs_from_what_is_remembered_if_that_is_later() {
            GroupBuilder story = offeredTo(
                            cluster("a").open("12:00:10"), cluster("b").closed().asks("12:01:00"))
                    .remembers(remembered("a", "12:00:10.75"));

            assertThat(deferred(decide(story, "12:05:10")).until()).isEqualTo(at("12:05:10.75"));
            assertThat(decide(story, "12:05:10.75")).isInstanceOf(OpenGate.class);
        }

        @Test
        void is_not_forgotten_when_the_cluster_drops_out() {
            GroupBuilder story = offeredTo(
                            cluster("a").unknown().disconnected("12:00:30"),
                            cluster("b").closed().asks("12:01:00"))
                    .remembers(remembered("a", "12:00:10"));

            Deferred wait = deferred(decide(story, "12:03:00"));
            assertThat(wait.reason()).isEqualTo(Reason.UNCONFIRMED);
            assertThat(wait.until()).isEqualTo(at("12:05:10"));
            assertThat(decide(story, "12:05:10")).isInstanceOf(OpenGate.class);
        }

        @Test
        void counts_an_open_gate_out_of_reach() {
            GroupBuilder story = offeredTo(
                    cluster("a").open("12:00:10").disconnected("12:00:30"),
                    cluster("b").closed().asks("12:01:00"));

            assertThat(deferred(decide(story, "12:03:00")).until()).isEqualTo(at("12:05:10"));
        }

        @Test
        void gets_longer_and_never_shorter_when_the_clock_is_set_back() {
            GroupBuilder story = offeredTo(
                            cluster("a").open("12:00:10"), cluster("b").closed().asks("12:01:00"))
                    .remembers(remembered("a", "12:00:10"));

            assertThat(deferred(decide(story, "11:59:10")).until()).isEqualTo(at("12:05:10"));
        }

        @Test
        void is_the_same_situation_however_often_it_is_looked_at() {
            GroupBuilder story = offeredTo(
                    cluster("a").open("12:00:10"), cluster("b").closed().asks("12:01:00"));

            assertThat(decide(story, "12:02:00").trail())
                    .isEqualTo(decide(story, "12:04:00").trail());
        }

        @Test
        void belongs_to_one_life_so_that_a_new_start_opens_at_once() {
            GroupBuilder story = offeredTo(cluster("b").closed().asks("12:01:00"))
                    .reservedSince("12:00:30")
                    .remembers(remembered("a", "12:00:10"));

            assertThat(decide(story, "12:01:01")).isInstanceOf(Idle.class);
            assertThat(decide(story.nominated("12:00:00"), "12:01:01")).isInstanceOf(Forget.class);
            GroupBuilder forgotten =
                    offeredTo(cluster("b").closed().asks("12:01:00")).reservedSince("12:00:30");
            assertThat(decide(forgotten, "12:01:01")).isInstanceOf(OpenGate.class);
        }

        @Test
        void is_kept_in_one_life_even_if_a_clock_set_back_dates_it_before_the_reservation() {
            GroupBuilder story = offeredTo(
                            cluster("a").open("11:59:40"), cluster("b").closed().asks("12:01:00"))
                    .remembers(remembered("a", "11:59:40"));

            assertThat(decide(story, "12:01:01")).isInstanceOf(Deferred.class);
        }

        @Test
        void is_over_where_an_eviction_has_closed_the_only_open_gate() {
            GroupBuilder story = offeredTo(
                            cluster("a").closedSince("12:01:00").asks("12:01:30"),
                            cluster("b").closed().asks("12:01:10"))
                    .remembers(remembered("a", "12:00:10"));

            OpenGate next = opened(decide(story, "12:02:00"));
            assertThat(next.target().cluster()).isEqualTo("b");
            assertThat(next.trail().words())
                    .startsWith("\"a\" has closed its gate with an eviction; opening the gate on");
            assertThat(opened(decide(
                                    story, attempt("a", "12:00:10", OpeningAttempt.Outcome.WRITTEN, false), "12:02:00"))
                            .target()
                            .cluster())
                    .isEqualTo("b");
        }

        @Test
        void goes_on_where_the_view_is_older_than_what_is_remembered() {
            GroupBuilder story = offeredTo(
                            cluster("a").closedSince("11:50:00").asks("11:51:00"),
                            cluster("b").closed().asks("12:01:10"))
                    .remembers(remembered("a", "12:00:10"));

            assertThat(deferred(decide(story, "12:02:00")).until()).isEqualTo(at("12:05:10"));
        }

        @Test
        void says_what_is_known_of_a_gate_whose_answer_was_lost() {
            GroupBuilder seen = offeredTo(
                            cluster("a").open("12:00:10"), cluster("b").closed().asks("12:01:00"))
                    .remembers(remembered("a", "12:00:10"));
            GroupBuilder outOfReach = offeredTo(
                            cluster("a").unknown().disconnected("12:00:30"),
                            cluster("b").closed().asks("12:01:00"))
                    .remembers(remembered("a", "12:00:10"));
            OpeningAttempt lost = attempt("a", "12:00:12", OpeningAttempt.Outcome.UNANSWERED, false);

            assertThat(decide(seen, lost, "12:02:00").trail().words())
                    .isEqualTo("the previous opening was at 2026-01-01T12:00:12Z; its answer was lost, read again, the"
                            + " gate is open, open now: [a]; the next may be let through at 2026-01-01T12:05:12Z");
            assertThat(decide(outOfReach, "12:02:00").trail().words())
                    .startsWith(
                            "the gate on \"a\" was to be opened at 2026-01-01T12:00:10Z and may be open: its cluster"
                                    + " is out of reach; ");
        }
    }

    @Nested
    class A_reservation {

        @Test
        void defers_the_next_opening_for_the_time_out() {
            GroupBuilder story = offeredTo(
                    cluster("a").closed().reserved("12:01:00"),
                    cluster("b").closed().asks("12:00:30"));

            Deferred wait = deferred(decide(story, "12:02:00"));
            assertThat(wait.reason()).isEqualTo(Reason.RESERVATION);
            assertThat(wait.until()).isEqualTo(at("12:06:00"));
            assertThat(decide(story, "12:06:00")).isInstanceOf(OpenGate.class);
        }

        @Test
        void is_counted_from_the_previous_opening_where_that_is_later() {
            GroupBuilder story = offeredTo(
                    cluster("a").closed().reserved("12:01:00"),
                    cluster("b").open("12:03:00"),
                    cluster("c").closed().asks("12:03:30"));

            assertThat(deferred(decide(story, "12:07:00")).until()).isEqualTo(at("12:08:00"));
        }

        @Test
        void of_one_that_was_let_through_does_not_make_its_window_longer() {
            GroupBuilder story = offeredTo(
                            cluster("a").open("12:00:10").reserved("12:03:00"),
                            cluster("b").closed().asks("12:00:30"))
                    .remembers(remembered("a", "12:00:10"));

            assertThat(deferred(decide(story, "12:04:00")).until()).isEqualTo(at("12:05:10"));
            assertThat(opened(decide(story, "12:05:10")).target().cluster()).isEqualTo("b");
        }

        @Test
        void of_one_that_is_being_evicted_holds_nobody_back() {
            GroupBuilder story = offeredTo(
                    cluster("a").closed().reserved("12:01:00").evicted(),
                    cluster("b").closed().asks("12:00:30"));

            assertThat(opened(decide(story, "12:02:00")).target().cluster()).isEqualTo("b");
        }

        @Test
        void of_a_worker_whose_clock_is_ahead_is_counted_from_when_we_saw_it() {
            GroupBuilder story = offeredTo(cluster("a").closed().asks("12:00:30"));
            story.clusters(aheadWithReservation());
            story.nominated("12:00:00", "a", "ahead");

            assertThat(deferred(decide(story, "12:02:00")).until()).isEqualTo(at("12:06:00"));
        }

        private static ClusterBuilder aheadWithReservation() {
            return cluster("ahead").closed().reserved("13:01:00", "12:01:00");
        }

        @Test
        void out_of_reach_holds_the_others_back_no_longer_than_any_other() {
            GroupBuilder story = offeredTo(
                    cluster("a").closed().admitted("12:01:00").disconnected("12:01:10"),
                    cluster("b").closed().asks("12:00:30"));

            assertThat(deferred(decide(story, "12:02:00")).until()).isEqualTo(at("12:06:00"));
            assertThat(decide(story, "12:06:00")).isInstanceOf(OpenGate.class);
        }
    }

    @Nested
    class A_failed_write {

        private final GroupBuilder stillClosed = offeredTo(
                        cluster("a").closed().asks("12:00:05"),
                        cluster("b").closed().asks("12:00:06"))
                .remembers(remembered("a", "12:00:10"));

        @Test
        void is_retried_on_the_same_replica_after_a_crash() {
            OpenGate retry = opened(decide(stillClosed, "12:02:00"));

            assertThat(retry.target().cluster()).isEqualTo("a");
            assertThat(retry.retry()).isTrue();
            assertThat(retry.remember().at()).isEqualTo(at("12:02:00"));
            assertThat(retry.remember().firstTriedAt()).isEqualTo(at("12:00:10"));
        }

        @Test
        void is_retried_even_if_another_one_says_it_asked_earlier() {
            GroupBuilder story = offeredTo(
                            cluster("a").closed().asks("12:00:05"),
                            cluster("b").closed().asks("11:00:00"))
                    .remembers(remembered("a", "12:00:10"));

            assertThat(opened(decide(story, "12:02:00")).target().cluster()).isEqualTo("a");
        }

        @Test
        void is_retried_a_little_later_unless_the_object_had_changed() {
            OpeningAttempt unanswered = attempt("a", "12:02:00", OpeningAttempt.Outcome.UNANSWERED, false);
            OpeningAttempt conflict = attempt("a", "12:02:00", OpeningAttempt.Outcome.CONFLICT, true);

            Deferred wait = deferred(decide(stillClosed, unanswered, "12:02:01"));
            assertThat(wait.reason()).isEqualTo(Reason.RETRY);
            assertThat(wait.until()).isEqualTo(at("12:02:05"));
            assertThat(opened(decide(stillClosed, unanswered, "12:02:05")).retry())
                    .isTrue();
            assertThat(opened(decide(stillClosed, conflict, "12:02:01")).retry())
                    .isTrue();
        }

        /** A worker declares a gate closed a moment after it signalled, under the manager's first try. */
        @Test
        void is_retried_though_the_gate_was_declared_closed_meanwhile() {
            GroupBuilder declared = offeredTo(
                            cluster("a").closedSince("12:00:11").asks("12:00:05"),
                            cluster("b").closed().asks("12:00:06"))
                    .remembers(remembered("a", "12:00:10"));
            OpeningAttempt conflict = attempt("a", "12:00:11", OpeningAttempt.Outcome.CONFLICT, true);
            OpeningAttempt unanswered = attempt("a", "12:00:11", OpeningAttempt.Outcome.UNANSWERED, false);

            OpenGate retry = opened(decide(declared, conflict, "12:00:12"));

            assertThat(retry.target().cluster()).isEqualTo("a");
            assertThat(retry.remember().closedSince()).contains(at("12:00:11"));
            assertThat(deferred(decide(declared, unanswered, "12:00:12")).reason())
                    .as("it may have been open in between")
                    .isEqualTo(Reason.WINDOW);
        }

        @Test
        void that_did_succeed_is_not_repeated_while_our_view_is_behind() {
            OpeningAttempt written = attempt("a", "12:02:00", OpeningAttempt.Outcome.WRITTEN, false);

            assertThat(deferred(decide(stillClosed, written, "12:02:10")).reason())
                    .isEqualTo(Reason.WINDOW);
        }

        @Test
        void gives_the_turn_to_the_next_when_it_failed_for_a_whole_window() {
            OpeningAttempt refused = attempt("a", "12:05:08", OpeningAttempt.Outcome.REFUSED, true);

            OpenGate next = opened(decide(stillClosed, refused, "12:05:10"));

            assertThat(next.target().cluster()).isEqualTo("b");
            assertThat(next.trail().words())
                    .isEqualTo(
                            "\"a\" could not be opened within the time-out; opening the gate on \"b\": it asks next, "
                                    + "while writing to \"a\" failed, at 2026-01-01T12:00:06Z");
        }

        @Test
        void that_may_have_succeeded_counts_from_the_last_try() {
            GroupBuilder story = offeredTo(
                            cluster("a").closed().asks("12:00:05"),
                            cluster("b").closed().asks("12:00:06"))
                    .remembers(new RememberedUngating.OneGate(
                                    at("12:00:00"),
                                    at("12:05:05"),
                                    "a",
                                    "uid-a",
                                    Optional.of(at("11:59:00")),
                                    at("12:00:10"))
                            .text());
            OpeningAttempt unanswered = attempt("a", "12:05:05", OpeningAttempt.Outcome.UNANSWERED, false);

            Deferred wait = deferred(decide(story, unanswered, "12:05:11"));
            assertThat(wait.reason()).isEqualTo(Reason.UNCONFIRMED);
            assertThat(wait.until()).isEqualTo(at("12:10:05"));
            assertThat(opened(decide(story, unanswered, "12:10:05")).target().cluster())
                    .isEqualTo("b");
        }

        @Test
        void starves_nobody_and_is_tried_again_where_there_is_no_other() {
            GroupBuilder alone =
                    offeredTo(cluster("a").closed().asks("12:00:05")).remembers(remembered("a", "12:00:10"));
            OpeningAttempt refused = attempt("a", "12:05:08", OpeningAttempt.Outcome.REFUSED, true);

            OpenGate again = opened(decide(alone, refused, "12:05:10"));

            assertThat(again.target().cluster()).isEqualTo("a");
            assertThat(again.remember().firstTriedAt()).isEqualTo(at("12:05:10"));
        }

        @Test
        void is_given_up_at_once_when_a_fresh_read_shows_that_it_asks_no_more_with_its_gate_still_closed() {
            GroupBuilder story = offeredTo(
                            cluster("a").closed(), cluster("b").closed().asks("12:00:06"))
                    .remembers(remembered("a", "12:00:10"));

            OpenGate next = opened(decide(story, "12:00:20"));
            assertThat(next.target().cluster()).isEqualTo("b");
            assertThat(next.trail().words()).startsWith("\"a\" asks no more, and its gate was never opened; ");
        }

        static Stream<Arguments> gone() {
            return Stream.of(
                    Arguments.of("removed", cluster("a")),
                    Arguments.of("made anew", cluster("a").uid("uid-2").closed()));
        }

        @ParameterizedTest(name = "{0}")
        @MethodSource("gone")
        void is_given_up_at_once_when_the_replica_is_gone_and_every_try_was_refused(String how, ClusterBuilder a) {
            GroupBuilder story =
                    offeredTo(a, cluster("b").closed().asks("12:00:06")).remembers(remembered("a", "12:00:10"));
            OpeningAttempt refused = attempt("a", "12:00:11", OpeningAttempt.Outcome.REFUSED, true);

            assertThat(opened(decide(story, refused, "12:00:20")).target().cluster())
                    .as(how)
                    .isEqualTo("b");
        }

        @ParameterizedTest(name = "{0}")
        @MethodSource("gone")
        void counts_when_the_replica_is_gone_and_a_try_may_have_succeeded(String how, ClusterBuilder a) {
            GroupBuilder story =
                    offeredTo(a, cluster("b").closed().asks("12:00:06")).remembers(remembered("a", "12:00:10"));

            assertThat(deferred(decide(story, "12:00:20")).reason()).as(how).isEqualTo(Reason.UNCONFIRMED);
            assertThat(deferred(decide(
                                    story,
                                    attempt("a", "12:00:11", OpeningAttempt.Outcome.UNANSWERED, false),
                                    "12:00:20"))
                            .until())
                    .as(how + ": it may have been sent until it was given up")
                    .isEqualTo(at("12:05:11"));
        }

        @Test
        void of_an_earlier_process_may_have_been_sent_until_this_one_began() {
            GroupBuilder story = offeredTo(
                            cluster("a").closed().disconnected("12:00:12"),
                            cluster("b").closed().asks("12:00:06"))
                    .remembers(remembered("a", "12:00:10"));
            GateWork begun = GateWork.begins(at("12:00:40"));

            assertThat(deferred(begun.decide(story.group(), UngatingSettings.defaults(), at("12:00:50"))
                                    .orElseThrow())
                            .until())
                    .isEqualTo(at("12:05:40"));
        }

        @Test
        void remembers_no_earlier_time_after_the_clock_was_set_back() {
            OpenGate retry = opened(decide(stillClosed, "11:59:50"));

            assertThat(retry.remember().at()).isEqualTo(at("12:00:10"));
        }
    }

    @Nested
    class What_a_process_knows_of_its_tries {

        private final OpenGate first =
                opened(decide(offeredTo(cluster("a").closed().asks("12:00:05")), "12:00:10"));
        private final OpenGate retry = opened(decide(
                offeredTo(cluster("a").closed().asks("12:00:05")).remembers(remembered("a", "12:00:10")), "12:00:20"));

        private OpeningAttempt after(Optional<OpeningAttempt> before, OpenGate tried, OpeningAttempt.Outcome outcome) {
            return OpeningAttempt.after(before, tried, at("12:00:10"), outcome);
        }

        @Test
        void is_certain_while_every_try_was_refused() {
            OpeningAttempt once = after(Optional.empty(), first, OpeningAttempt.Outcome.REFUSED);
            assertThat(once.certain()).isTrue();
            assertThat(after(Optional.of(once), retry, OpeningAttempt.Outcome.CONFLICT)
                            .certain())
                    .isTrue();
        }

        @Test
        void is_never_certain_again_after_a_try_without_an_answer() {
            OpeningAttempt once = after(Optional.empty(), first, OpeningAttempt.Outcome.UNANSWERED);
            assertThat(once.certain()).isFalse();
            assertThat(after(Optional.of(once), retry, OpeningAttempt.Outcome.REFUSED)
                            .certain())
                    .isFalse();
        }

        @Test
        void is_not_certain_of_what_a_process_before_it_did() {
            assertThat(after(Optional.empty(), retry, OpeningAttempt.Outcome.REFUSED)
                            .certain())
                    .isFalse();
        }
    }

    @Nested
    class The_annotation {

        @Test
        void is_removed_when_the_life_ends() {
            for (GroupBuilder story : List.of(
                    aWaitingWorkload().evicted(),
                    aWaitingWorkload().withoutReservation(),
                    aWaitingWorkload().finished(),
                    aWaitingWorkload().deleted(),
                    placedOn("a")
                            .clusters(cluster("a")
                                    .closedSince("12:10:00")
                                    .admitted("12:01:00")
                                    .evicted()))) {
                assertThat(decide(story.remembers(remembered("a", "12:00:10")), "12:10:00"))
                        .isEqualTo(new Forget("v7", decide(story, "12:10:00").trail()));
            }
        }

        @Test
        void stays_while_the_reservation_may_live_on() {
            for (GroupBuilder story : List.of(
                    aWaitingWorkload().deactivated(),
                    aWaitingWorkload().check(CheckState.RETRY, "again"),
                    aWaitingWorkload().check(CheckState.REJECTED, "no"))) {
                assertThat(decide(story.remembers(remembered("a", "12:00:10")), "12:10:00"))
                        .isInstanceOf(Idle.class);
            }
        }

        @Test
        void goes_only_after_the_nomination_of_its_life() {
            GroupBuilder story =
                    offeredTo(cluster("a").open("12:00:10")).evicted().remembers(remembered("a", "12:00:10"));

            assertThat(decide(story, "12:10:00")).isInstanceOf(Idle.class);
            assertThat(decide(story.nominated("12:00:00"), "12:10:00")).isInstanceOf(Forget.class);
        }

        @Test
        void stays_while_it_runs_where_it_was_placed() {
            assertThat(decide(
                            placedOn("a")
                                    .clusters(cluster("a").open("12:00:10").admitted("12:01:00"))
                                    .remembers(remembered("a", "12:00:10")),
                            "12:10:00"))
                    .isInstanceOf(Idle.class);
        }

        @Test
        void reads_back_as_it_was_written() {
            for (RememberedUngating value : List.of(
                    new RememberedUngating.OneGate(
                            at("12:00:00"), at("12:00:10.123456"), "a.b-c", "u-1", Optional.empty(), at("12:00:09")),
                    new RememberedUngating.OneGate(
                            at("12:00:00"), at("12:00:10"), "a", "u-1", Optional.of(at("11:00:00")), at("12:00:09")),
                    new RememberedUngating.EveryGate(at("12:00:00"), at("12:00:10")))) {
                assertThat(RememberedUngating.parse(value.text())).contains(value);
            }
        }

        @ParameterizedTest
        @MethodSource("scribbles")
        void that_somebody_scribbled_on_counts_as_none_and_breaks_nothing(String text) {
            assertThat(RememberedUngating.parse(text)).isEmpty();
            assertThat(decide(offeredTo(cluster("a").closed().asks("12:00:05")).remembers(text), "12:00:10"))
                    .isInstanceOf(OpenGate.class);
        }

        static Stream<String> scribbles() {
            return Stream.of(
                    "",
                    ";;;",
                    "a=b",
                    "cluster=a",
                    "cluster=a;at=yesterday;life=2026-01-01T12:00:00Z",
                    "at=;life=",
                    "=x");
        }
    }

    @Nested
    class The_feature {

        @Test
        void turned_off_leaves_nobody_behind_a_closed_gate() {
            GroupBuilder story = offeredTo(
                    cluster("a").closed().asks("12:00:05"),
                    cluster("b").closed(),
                    cluster("c").closed().disconnected("12:00:00"),
                    cluster("d").open("12:00:01"));

            UngatingDecision decision = Ungating.decide(story.group(), OFF, Optional.empty(), at("12:01:00"));

            assertThat(decision).isInstanceOf(OpenEveryGate.class);
            OpenEveryGate all = (OpenEveryGate) decision;
            assertThat(all.targets()).extracting(GateTarget::cluster).containsExactly("a", "b");
            assertThat(all.remember()).isEqualTo(new RememberedUngating.EveryGate(at("12:00:00"), at("12:01:00")));
        }

        @Test
        void turned_off_has_nothing_to_do_where_no_gate_is_closed() {
            assertThat(Ungating.decide(
                            offeredTo(cluster("a").replica()).group(), OFF, Optional.empty(), at("12:01:00")))
                    .isInstanceOf(Idle.class);
        }

        @Test
        void turned_on_gates_replicas_without_a_reservation_and_leaves_those_with_one() {
            UngatingDecision decision = decide(
                    offeredTo(cluster("a").replica(), cluster("b").replica().reserved("12:00:30")), "12:01:00");

            assertThat(decision).isInstanceOf(Regate.class);
            assertThat(((Regate) decision).add()).containsExactly(new GateTarget("a", "uid-a", "1"));
            assertThat(((Regate) decision).close()).isEmpty();
        }

        @Test
        void turned_on_again_closes_what_was_opened_because_it_was_off() {
            String off = new RememberedUngating.EveryGate(at("12:00:00"), at("12:01:00")).text();
            GroupBuilder story = offeredTo(
                            cluster("a").open("12:01:00"),
                            cluster("b").open("12:01:00").reserved("12:01:30"))
                    .remembers(off);

            UngatingDecision decision = decide(story, "12:02:00");
            assertThat(decision).isInstanceOf(Regate.class);
            assertThat(((Regate) decision).close()).containsExactly(new GateTarget("a", "uid-a", "1"));

            GroupBuilder closed = offeredTo(
                            cluster("a").closed().asks("12:02:05"),
                            cluster("b").open("12:01:00").reserved("12:01:30"))
                    .remembers(off);
            assertThat(deferred(decide(closed, "12:02:10")).until()).isEqualTo(at("12:06:30"));
        }

        @Test
        void turned_on_again_does_not_wait_for_a_cluster_out_of_reach() {
            String off = new RememberedUngating.EveryGate(at("12:00:00"), at("12:01:00")).text();
            GroupBuilder story = offeredTo(
                            cluster("a").closed().asks("12:02:05"),
                            cluster("b").unknown().disconnected("12:01:10"))
                    .remembers(off);

            assertThat(deferred(decide(story, "12:02:10")).until()).isEqualTo(at("12:06:00"));
            assertThat(opened(decide(story, "12:06:00")).target().cluster()).isEqualTo("a");
        }

        @Test
        void never_closes_what_was_opened_in_its_turn() {
            GroupBuilder story = offeredTo(
                            cluster("a").open("12:00:10"), cluster("b").closed().asks("12:01:00"))
                    .remembers(remembered("a", "12:00:10"));

            assertThat(decide(story, "12:02:00")).isInstanceOf(Deferred.class);
        }
    }

    @Nested
    class Placements_without_preemption_are_preferred {

        private UngatingDecision patient(GroupBuilder story, String time) {
            return Ungating.decide(story.group(), PATIENT, Optional.empty(), at(time));
        }

        @Test
        void until_every_connected_nominated_replica_was_looked_at() {
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
