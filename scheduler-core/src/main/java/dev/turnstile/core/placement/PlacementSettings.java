package dev.turnstile.core.placement;

import java.time.Duration;
import java.util.Optional;

/**
 * The part of the configuration that placement depends on.
 *
 * @param workerLostTimeout how long the winner's cluster may be unreachable, from the first failure
 * @param giveBackAfter how long a workload that no cluster can run keeps its quota on the manager; empty (the default):
 *     for ever
 * @param orchestratedPreemption whether replicas are created with our gate
 */
public record PlacementSettings(
        Duration workerLostTimeout, Optional<Duration> giveBackAfter, boolean orchestratedPreemption) {

    public static final Duration DEFAULT_WORKER_LOST_TIMEOUT = Duration.ofMinutes(15);

    public PlacementSettings {
        if (workerLostTimeout.isNegative()) {
            throw new IllegalArgumentException(
                    "workerLostTimeout is " + workerLostTimeout + "; it must not be negative");
        }
    }

    public static PlacementSettings defaults() {
        return new PlacementSettings(DEFAULT_WORKER_LOST_TIMEOUT, Optional.empty(), true);
    }
}
