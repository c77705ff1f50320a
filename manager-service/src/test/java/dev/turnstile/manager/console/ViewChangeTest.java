package dev.turnstile.manager.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.manager.console.ConsoleView.ClusterCard;
import dev.turnstile.manager.console.ConsoleView.ClusterCounts;
import dev.turnstile.manager.console.ConsoleView.GroupRow;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class ViewChangeTest {
    private static final Instant NOON = Instant.parse("2026-11-18T12:00:00Z");

    private final ConsoleView morning =
            view(List.of(cluster("east", 0)), Map.of("team/a", group("a", "waits"), "team/b", group("b", "waits")));

    @Test
    void aNewPageIsSentEverything() {
        var change = ViewChange.between(null, morning, NOON);

        assertThat(change.whole()).isTrue();
        assertThat(change.clusters()).hasSize(1);
        assertThat(change.groups()).containsOnlyKeys("team/a", "team/b");
    }

    @Test
    void anUnchangedPictureIsNotSentAgain() {
        assertThat(ViewChange.between(morning, morning, NOON).isEmpty()).isTrue();
    }

    @Test
    void whatChangedIsSentAndWhatIsGoneIsNull() {
        var noon = view(List.of(cluster("east", 0)), Map.of("team/a", group("a", "runs")));

        var json = JsonMapper.shared().valueToTree(ViewChange.between(morning, noon, NOON));

        assertThat(json.has("clusters")).isFalse();
        assertThat(json.path("groups").path("team/a").path("says").asString()).isEqualTo("runs");
        assertThat(json.path("groups").get("team/b").isNull()).isTrue();
        assertThat(json.path("time").asString()).isEqualTo("2026-11-18T12:00:00Z");
    }

    @Test
    void onlyNewDecisionsAreSent() {
        var first = new ConsoleView.Decision(NOON, "team/a", "opening the gate on east");
        var second = new ConsoleView.Decision(NOON.plusSeconds(300), "team/a", "opening the gate on west");

        var change = ViewChange.between(decided(first), decided(first, second), NOON);

        assertThat(change.decisions()).containsExactly(second);
        assertThat(change.isEmpty()).isFalse();
    }

    private static ConsoleView decided(ConsoleView.Decision... decisions) {
        return new ConsoleView(List.of(), new TreeMap<>(), new TreeMap<>(), List.of(decisions));
    }

    private static ConsoleView view(List<ClusterCard> clusters, Map<String, GroupRow> groups) {
        return new ConsoleView(clusters, new TreeMap<>(groups), new TreeMap<>(), List.of());
    }

    private static ClusterCard cluster(String name, int running) {
        return new ClusterCard(name, "Connected", "", 3L, new ClusterCounts(0, 0, 0, running), List.of());
    }

    private static GroupRow group(String name, String says) {
        return new GroupRow("team/" + name, "cq", 0, "waiting", NOON, says, "", List.of(), List.of());
    }
}
