package dev.turnstile.core.placement;

import static dev.turnstile.core.dispatch.ClusterBuilder.cluster;
import static dev.turnstile.core.dispatch.Times.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.core.dispatch.CheckMessage;
import dev.turnstile.core.dispatch.GroupBuilder;
import dev.turnstile.core.placement.PlacementEffect.DeclareWinner;
import dev.turnstile.core.placement.PlacementEffect.SetCheck;
import dev.turnstile.vocabulary.CheckState;

/** What tests of placement share. */
abstract class PlacementScenarios {

    static final PlacementSettings SETTINGS = PlacementSettings.defaults();

    static PlacementDecision decide(GroupBuilder story, String time) {
        return Placement.decide(story.group(), SETTINGS, at(time));
    }

    static SetCheck setCheck(CheckState state, String message) {
        CheckMessage read = CheckMessage.parse(message);
        assertThat(read.message().text()).isEqualTo(message);
        return new SetCheck(state, read);
    }

    static DeclareWinner declareWinner(String cluster, String message) {
        DeclareWinner winner = new DeclareWinner(cluster);
        assertThat(winner.message().message().text()).isEqualTo(message);
        return winner;
    }
}
