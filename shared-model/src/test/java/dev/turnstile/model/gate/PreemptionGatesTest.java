package dev.turnstile.model.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.model.kueue.GateState;
import dev.turnstile.model.kueue.PreemptionGate;
import dev.turnstile.model.kueue.PreemptionGateState;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class PreemptionGatesTest {
    private static final Instant NOON = Instant.parse("2026-11-18T12:00:00Z");
    private static final Instant LATER = NOON.plusSeconds(60);
    private static final List<PreemptionGate> TWO = List.of(new PreemptionGate("a"), new PreemptionGate("b"));

    private static PreemptionGateState state(String name, GateState state, Instant time) {
        return new PreemptionGateState(name, state, time);
    }

    @Test
    void aGateWithoutAStateIsClosed() {
        List<PreemptionGateState> states = List.of(state("a", GateState.OPEN, NOON));

        assertThat(PreemptionGates.closed(TWO, states)).containsExactly("b");
        assertThat(PreemptionGates.closed(TWO, List.of())).containsExactly("a", "b");
        assertThat(PreemptionGates.allOpen(TWO, states)).isFalse();
        assertThat(PreemptionGates.stateOf(states, "b")).isEqualTo(GateState.CLOSED);
    }

    @Test
    void aClosedStateHoldsAsWellAndAStateWithoutAGateDoesNot() {
        List<PreemptionGateState> states = List.of(
                state("a", GateState.OPEN, NOON),
                state("b", GateState.CLOSED, NOON),
                state("foreign", GateState.CLOSED, NOON));

        assertThat(PreemptionGates.closed(TWO, states)).containsExactly("b");
        assertThat(PreemptionGates.allOpen(List.of(), states)).isTrue();
        assertThat(PreemptionGates.allOpen(TWO.subList(0, 1), states)).isTrue();
    }

    @Test
    void missingStatesAreAddedClosedAndForeignOnesGo() {
        List<PreemptionGateState> states =
                List.of(state("b", GateState.OPEN, NOON), state("foreign", GateState.OPEN, NOON));

        assertThat(PreemptionGates.complete(TWO, states, LATER))
                .containsExactly(state("a", GateState.CLOSED, LATER), state("b", GateState.OPEN, NOON));
    }

    @Test
    void statesThatAreCompleteStayTheVerySame() {
        List<PreemptionGateState> states =
                List.of(state("b", GateState.OPEN, NOON), state("a", GateState.CLOSED, NOON));

        assertThat(PreemptionGates.complete(TWO, states, LATER)).isSameAs(states);
        assertThat(PreemptionGates.set(states, "b", GateState.OPEN, LATER)).isSameAs(states);
    }

    @Test
    void openingAndClosingTouchesTheTimeOfThatGateOnly() {
        List<PreemptionGateState> states =
                List.of(state("a", GateState.CLOSED, NOON), state("b", GateState.CLOSED, NOON));

        List<PreemptionGateState> opened = PreemptionGates.set(states, "b", GateState.OPEN, LATER);
        assertThat(opened).containsExactly(state("a", GateState.CLOSED, NOON), state("b", GateState.OPEN, LATER));

        assertThat(PreemptionGates.set(opened, "b", GateState.CLOSED, LATER.plusSeconds(1)))
                .containsExactly(
                        state("a", GateState.CLOSED, NOON), state("b", GateState.CLOSED, LATER.plusSeconds(1)));
        assertThat(PreemptionGates.set(List.of(), "a", GateState.OPEN, NOON))
                .containsExactly(state("a", GateState.OPEN, NOON));
    }
}
