package dev.turnstile.service.port;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.service.port.OpenConnection.Phase;
import dev.turnstile.service.port.PortRules.Newcomer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class PortRulesTest {
    private static final PortLimits LIMITS = new PortLimits(4, 2, Duration.ofSeconds(5), Duration.ofSeconds(90));

    private static OpenConnection connection(String id, String peer, Phase phase, int seconds) {
        return new OpenConnection(id, peer, phase, Duration.ofSeconds(seconds));
    }

    @Test
    void thereIsRoomUntilThereIsNot() {
        List<OpenConnection> open = List.of(
                connection("1", "a", Phase.SERVED, 1),
                connection("2", "b", Phase.IDLE, 1),
                connection("3", "b", Phase.IDLE, 2));

        assertThat(PortRules.newcomer("a", open, LIMITS)).isEqualTo(new Newcomer.Welcome());
    }

    @Test
    void aPeerThatHasItsPartMakesRoomItself() {
        List<OpenConnection> open = List.of(
                connection("1", "a", Phase.NEW, 9),
                connection("2", "b", Phase.IDLE, 1),
                connection("3", "b", Phase.IDLE, 2));

        assertThat(PortRules.newcomer("b", open, LIMITS)).isEqualTo(new Newcomer.InPlaceOf("3"));
    }

    @Test
    void whoNeverAskedLeavesBeforeWhoIsIdleAndTheOldestFirst() {
        List<OpenConnection> open = List.of(
                connection("1", "a", Phase.IDLE, 80),
                connection("2", "b", Phase.NEW, 1),
                connection("3", "c", Phase.NEW, 2),
                connection("4", "d", Phase.ASKING, 4));

        assertThat(PortRules.newcomer("e", open, LIMITS)).isEqualTo(new Newcomer.InPlaceOf("3"));
    }

    @Test
    void whoIsServedIsNeverCut() {
        List<OpenConnection> open = List.of(
                connection("1", "a", Phase.SERVED, 100),
                connection("2", "a", Phase.SERVED, 100),
                connection("3", "b", Phase.SERVED, 100),
                connection("4", "c", Phase.SERVED, 100));

        assertThat(PortRules.newcomer("d", open, LIMITS)).isEqualTo(new Newcomer.Refused());
        assertThat(PortRules.newcomer("a", open.subList(0, 2), LIMITS)).isEqualTo(new Newcomer.Refused());
        assertThat(PortRules.overdue(open, LIMITS)).isEmpty();
    }

    @Test
    void whoTakesTooLongLeaves() {
        List<OpenConnection> open = List.of(
                connection("new", "a", Phase.NEW, 5),
                connection("newer", "a", Phase.NEW, 4),
                connection("asking", "a", Phase.ASKING, 6),
                connection("idle", "a", Phase.IDLE, 89),
                connection("gone", "a", Phase.IDLE, 90));

        assertThat(PortRules.overdue(open, LIMITS)).containsExactly("new", "asking", "gone");
    }
}
