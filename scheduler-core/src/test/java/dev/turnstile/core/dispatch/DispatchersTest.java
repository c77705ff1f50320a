package dev.turnstile.core.dispatch;

import static dev.turnstile.core.dispatch.ClusterBuilder.cluster;
import static dev.turnstile.core.dispatch.GroupBuilder.aWaitingWorkload;
import static dev.turnstile.core.dispatch.Times.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnstile.vocabulary.CheckState;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DispatchersTest {

    private final Dispatcher allAtOnce = new AllAtOnceDispatcher();
    private final Dispatcher twoAtATime = new IncrementalDispatcher(2, Duration.ofMinutes(5));

    @Test
    void all_at_once_offers_to_every_connected_cluster_in_the_order_of_the_config() {
        Group group = aWaitingWorkload()
                .clusters(cluster("b"), cluster("a").disconnected("11:00:00"), cluster("c"))
                .group();

        assertThat(nominated(allAtOnce.nominate(group, at("12:00:01")))).containsExactly("b", "c");
    }

    @Test
    void all_at_once_adds_a_cluster_that_is_back_at_its_place_in_the_config() {
        Group group = aWaitingWorkload()
                .clusters(cluster("a"), cluster("b").closed(), cluster("c").closed())
                .nominated("12:00:00", "b", "c")
                .group();

        assertThat(nominated(allAtOnce.nominate(group, at("12:01:00")))).containsExactly("a", "b", "c");
    }

    @Test
    void a_cluster_where_something_of_ours_is_left_is_not_offered_until_that_is_gone() {
        Group group = aWaitingWorkload()
                .clusters(
                        cluster("a").admitted("11:00:00"),
                        cluster("b").ourJob(),
                        cluster("c").unknown(),
                        cluster("d"))
                .group();

        assertThat(nominated(allAtOnce.nominate(group, at("12:00:01")))).containsExactly("d");
    }

    @Test
    void a_cluster_that_the_config_no_longer_names_is_not_offered() {
        Group group = aWaitingWorkload()
                .clusters(cluster("a"), cluster("old").notConfigured())
                .group();

        assertThat(nominated(allAtOnce.nominate(group, at("12:00:01")))).containsExactly("a");
    }

    @Test
    void a_name_that_is_taken_is_offered_so_that_the_check_can_say_so() {
        Group group = aWaitingWorkload()
                .clusters(cluster("a").foreign("Workload team/job-a"))
                .group();

        assertThat(nominated(allAtOnce.nominate(group, at("12:00:01")))).containsExactly("a");
    }

    @Test
    void incremental_offers_two_then_two_more_after_each_round() {
        GroupBuilder story =
                aWaitingWorkload().clusters(cluster("a"), cluster("b"), cluster("c"), cluster("d"), cluster("e"));

        Nomination first = twoAtATime.nominate(story.group(), at("12:00:00"));
        assertThat(nominated(first)).containsExactly("a", "b");
        assertThat(first.lookAgainAt()).contains(at("12:05:00"));

        Nomination tooEarly =
                twoAtATime.nominate(story.nominated("12:00:00", "a", "b").group(), at("12:04:59"));
        assertThat(tooEarly).isInstanceOf(Nomination.Keep.class);
        assertThat(tooEarly.lookAgainAt()).contains(at("12:05:00"));

        Nomination second = twoAtATime.nominate(story.group(), at("12:05:00"));
        assertThat(nominated(second)).containsExactly("a", "b", "c", "d");
        assertThat(second.lookAgainAt()).contains(at("12:10:00"));

        Nomination last = twoAtATime.nominate(
                story.nominated("12:05:00", "a", "b", "c", "d").group(), at("12:10:00"));
        assertThat(nominated(last)).containsExactly("a", "b", "c", "d", "e");
        assertThat(last.lookAgainAt()).isEmpty();
    }

    @Test
    void incremental_does_not_wait_for_clusters_out_of_reach() {
        Group group = aWaitingWorkload()
                .clusters(cluster("a").disconnected("11:00:00"), cluster("b"), cluster("c"), cluster("d"))
                .group();

        assertThat(nominated(twoAtATime.nominate(group, at("12:00:00")))).containsExactly("b", "c");
    }

    @Test
    void where_preemption_is_avoided_the_next_are_tried_as_soon_as_all_would_have_to_preempt() {
        Dispatcher careful =
                new IncrementalDispatcher(2, Duration.ofMinutes(5), IncrementalDispatcher.Rounds.WITHOUT_PREEMPTION);
        GroupBuilder oneIsNotSeenYet = aWaitingWorkload()
                .clusters(cluster("a").closed().asks("12:00:01"), cluster("b").closed(), cluster("c"))
                .nominated("12:00:00", "a", "b");
        GroupBuilder nobodyFits = aWaitingWorkload()
                .clusters(
                        cluster("a").closed().asks("12:00:01"),
                        cluster("b").closed().waits("WaitingForQuota", "1 more needed"),
                        cluster("c"))
                .nominated("12:00:00", "a", "b");
        GroupBuilder oneMayPreempt = aWaitingWorkload()
                .clusters(cluster("a").open("12:00:02"), cluster("b").closed().asks("12:00:01"), cluster("c"))
                .nominated("12:00:00", "a", "b");

        assertThat(careful.nominate(oneIsNotSeenYet.group(), at("12:00:02"))).isInstanceOf(Nomination.Keep.class);
        assertThat(careful.nominate(oneMayPreempt.group(), at("12:00:03"))).isInstanceOf(Nomination.Keep.class);
        assertThat(twoAtATime.nominate(nobodyFits.group(), at("12:00:02"))).isInstanceOf(Nomination.Keep.class);
        assertThat(nominated(careful.nominate(nobodyFits.group(), at("12:00:02"))))
                .containsExactly("a", "b", "c");
    }

    @Test
    void a_clock_set_back_makes_a_round_longer_and_never_starts_the_next_one_early() {
        Group group = aWaitingWorkload()
                .clusters(cluster("a"), cluster("b"), cluster("c"))
                .nominated("12:00:00", "a", "b")
                .group();

        Nomination answer = twoAtATime.nominate(group, at("11:59:30"));

        assertThat(answer).isInstanceOf(Nomination.Keep.class);
        assertThat(answer.lookAgainAt()).contains(at("12:05:00"));
    }

    @Test
    void somebody_outside_nominates_and_we_never_write() {
        Dispatcher outside = Dispatchers.defaults().named(Optional.of("example.com/mine"));
        Group nobody = aWaitingWorkload().clusters(cluster("a")).group();

        assertThat(outside.name()).isEqualTo("example.com/mine");
        assertThat(outside.nominate(nobody, at("12:00:00"))).isInstanceOf(Nomination.Keep.class);
        assertThat(outside.nominate(nobody, at("12:00:00")).words()).contains("waiting for example.com/mine");
    }

    static List<GroupBuilder> workloadsThatAreNotOnOffer() {
        return List.of(
                aWaitingWorkload().withoutReservation(),
                aWaitingWorkload().evicted(),
                aWaitingWorkload().finished(),
                aWaitingWorkload().deactivated(),
                aWaitingWorkload().deleted(),
                aWaitingWorkload().check(CheckState.RETRY, "again"),
                aWaitingWorkload().check(CheckState.REJECTED, "no"),
                GroupBuilder.placedOn("a"),
                aWaitingWorkload().clusterName("a"));
    }

    @ParameterizedTest
    @MethodSource("workloadsThatAreNotOnOffer")
    void what_may_not_be_placed_is_not_nominated(GroupBuilder story) {
        Group group = story.clusters(cluster("a"), cluster("b")).group();

        for (Dispatcher dispatcher : Dispatchers.defaults().builtIn()) {
            assertThat(dispatcher.nominate(group, at("12:00:01"))).isInstanceOf(Nomination.Keep.class);
        }
    }

    @Test
    void the_name_in_the_configuration_selects_the_dispatcher() {
        Dispatchers dispatchers = Dispatchers.defaults();

        assertThat(dispatchers.named(Optional.empty())).isInstanceOf(AllAtOnceDispatcher.class);
        assertThat(dispatchers.named(Optional.of(""))).isInstanceOf(AllAtOnceDispatcher.class);
        assertThat(dispatchers.named(Optional.of(AllAtOnceDispatcher.NAME))).isInstanceOf(AllAtOnceDispatcher.class);
        assertThat(dispatchers.named(Optional.of(IncrementalDispatcher.NAME)))
                .isEqualTo(new IncrementalDispatcher(3, Duration.ofMinutes(5)));
    }

    @Test
    void a_step_or_round_that_makes_no_sense_is_refused_in_words() {
        assertThatThrownBy(() -> new IncrementalDispatcher(0, Duration.ofMinutes(5)))
                .hasMessage("incremental dispatcher: step is 0; it must be at least 1");
        assertThatThrownBy(() -> new IncrementalDispatcher(3, Duration.ZERO))
                .hasMessage("incremental dispatcher: round is PT0S; it must be positive");
    }

    private static List<String> nominated(Nomination nomination) {
        assertThat(nomination).isInstanceOf(Nomination.Nominate.class);
        return ((Nomination.Nominate) nomination).clusters();
    }
}
