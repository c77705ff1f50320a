package dev.turnstile.worker.state;

import dev.turnstile.core.resource.FlavorResource;
import java.util.Map;

/**
 * The counts of one queue.
 *
 * @param pending how many wait in it
 * @param reserving how many hold quota
 * @param admitted how many of those may run
 * @param reservation what the former hold
 * @param usage what the latter hold
 */
public record Tally(
        int pending,
        int reserving,
        int admitted,
        Map<FlavorResource, Long> reservation,
        Map<FlavorResource, Long> usage) {
    /** Nothing waits and nothing is held. */
    public static final Tally NONE = new Tally(0, 0, 0, Map.of(), Map.of());
}
