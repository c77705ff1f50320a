package dev.turnstile.core.ungating;

import static dev.turnstile.core.dispatch.ClusterBuilder.cluster;
import static dev.turnstile.core.dispatch.GroupBuilder.aWaitingWorkload;
import static dev.turnstile.core.dispatch.GroupBuilder.offeredTo;
import static dev.turnstile.core.dispatch.GroupBuilder.placedOn;
import static dev.turnstile.core.dispatch.Times.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.core.dispatch.GroupBuilder;
import dev.turnstile.core.dispatch.RememberedUngating;
import dev.turnstile.core.ungating.UngatingDecision.Deferred;
import dev.turnstile.core.ungating.UngatingDecision.Forget;
import dev.turnstile.core.ungating.UngatingDecision.Idle;
import dev.turnstile.core.ungating.UngatingDecision.OpenEveryGate;
import dev.turnstile.core.ungating.UngatingDecision.OpenGate;
import dev.turnstile.core.ungating.UngatingDecision.Regate;
import dev.turnstile.vocabulary.CheckState;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is remembered of openings, and what changes with the feature gate. */
class RememberedUngatingTest extends UngatingScenarios {

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
}
