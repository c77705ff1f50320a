package dev.turnstile.embedded.control.scheduler;

import java.util.Optional;
import java.util.Set;

/** Gates every pod with scheduling gates, until an update removes the last one. */
public final class SchedulingGates implements SchedulerPlugin.PreEnqueue {
    public static final String NAME = "SchedulingGates";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Set<ClusterEvent> wakingEvents() {
        return Set.of(ClusterEvent.POD_GATES_CLEARED);
    }

    @Override
    public Optional<String> gate(PodView pod) {
        return pod.gates().isEmpty()
                ? Optional.empty()
                : Optional.of("waiting for scheduling gates: " + String.join(", ", pod.gates()));
    }
}
