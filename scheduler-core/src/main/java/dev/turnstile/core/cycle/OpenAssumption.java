package dev.turnstile.core.cycle;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An assumption that neither the API nor a failure has ended yet.
 *
 * @param assumption what a result has to be about to end it
 * @param evictionFollows whether it is an admission whose workload is evicted as soon as it is confirmed
 * @param at when it is looked after, or null where a task for it is in the writer's hands
 */
public record OpenAssumption(
        Assumption assumption,
        boolean evictionFollows,
        @Nullable Instant at) {}
