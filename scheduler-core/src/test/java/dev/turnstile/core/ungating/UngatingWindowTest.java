package dev.turnstile.core.ungating;

import static dev.turnstile.core.dispatch.ClusterBuilder.cluster;
import static dev.turnstile.core.dispatch.GroupBuilder.offeredTo;
import static dev.turnstile.core.dispatch.Times.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.core.dispatch.ClusterBuilder;
import dev.turnstile.core.dispatch.GroupBuilder;
import dev.turnstile.core.ungating.UngatingDecision.Deferred;
import dev.turnstile.core.ungating.UngatingDecision.Forget;
import dev.turnstile.core.ungating.UngatingDecision.Idle;
import dev.turnstile.core.ungating.UngatingDecision.OpenGate;
import dev.turnstile.core.ungating.UngatingDecision.Reason;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** How long the next opening waits for the one before. */
class UngatingWindowTest extends UngatingScenarios {

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
        void is_the_same_situation_however_often_it_is_decided() {
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
}
