package dev.turnstile.core.ungating;

import static dev.turnstile.core.dispatch.ClusterBuilder.cluster;
import static dev.turnstile.core.dispatch.GroupBuilder.offeredTo;
import static dev.turnstile.core.dispatch.Times.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.core.dispatch.ClusterBuilder;
import dev.turnstile.core.dispatch.GroupBuilder;
import dev.turnstile.core.dispatch.RememberedUngating;
import dev.turnstile.core.ungating.UngatingDecision.Deferred;
import dev.turnstile.core.ungating.UngatingDecision.OpenGate;
import dev.turnstile.core.ungating.UngatingDecision.Reason;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What becomes of an opening whose write failed, or was not answered. */
class FailedOpeningTest extends UngatingScenarios {

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
                    Arguments.of("made again", cluster("a").uid("uid-2").closed()));
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
}
