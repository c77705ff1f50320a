package dev.turnstile.model.gate;

import dev.turnstile.model.kueue.GateState;
import dev.turnstile.model.kueue.PreemptionGate;
import dev.turnstile.model.kueue.PreemptionGateState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Pure functions over the gates of a Workload. A gate without a state is closed. */
public final class PreemptionGates {
    private PreemptionGates() {}

    /** The names of the gates that are not open, in the order of the spec. */
    public static List<String> closed(List<PreemptionGate> gates, List<PreemptionGateState> states) {
        return gates.stream()
                .map(PreemptionGate::name)
                .filter(name -> stateOf(states, name) == GateState.CLOSED)
                .toList();
    }

    /** Whether every gate is open; so too where there is none. */
    public static boolean allOpen(List<PreemptionGate> gates, List<PreemptionGateState> states) {
        return closed(gates, states).isEmpty();
    }

    /** The state of one gate. */
    public static GateState stateOf(List<PreemptionGateState> states, String name) {
        return find(states, name).map(PreemptionGateState::state).orElse(GateState.CLOSED);
    }

    /** What the status says of one gate, if anything. */
    public static Optional<PreemptionGateState> find(List<PreemptionGateState> states, String name) {
        return states.stream().filter(state -> state.name().equals(name)).findFirst();
    }

    /**
     * One state for every gate, in the order of the spec: missing ones closed, those without a gate gone, the others
     * untouched. The very same list if nothing changes.
     */
    public static List<PreemptionGateState> complete(
            List<PreemptionGate> gates, List<PreemptionGateState> states, Instant now) {
        List<PreemptionGateState> result = gates.stream()
                .map(gate -> find(states, gate.name())
                        .orElseGet(() -> new PreemptionGateState(gate.name(), GateState.CLOSED, now)))
                .toList();
        return names(result).equals(names(states)) ? states : result;
    }

    /** One gate opened or closed; its time changes only if its state does. The very same list if nothing changes. */
    public static List<PreemptionGateState> set(
            List<PreemptionGateState> states, String name, GateState state, Instant now) {
        Optional<PreemptionGateState> old = find(states, name);
        if (old.isPresent() && old.get().state() == state) {
            return states;
        }
        PreemptionGateState changed = new PreemptionGateState(name, state, now);
        List<PreemptionGateState> result = new ArrayList<>(states);
        if (old.isPresent()) {
            result.set(states.indexOf(old.get()), changed);
        } else {
            result.add(changed);
        }
        return List.copyOf(result);
    }

    private static Set<String> names(List<PreemptionGateState> states) {
        return states.stream().map(PreemptionGateState::name).collect(Collectors.toSet());
    }
}
