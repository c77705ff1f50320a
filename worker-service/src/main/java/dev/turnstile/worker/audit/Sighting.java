package dev.turnstile.worker.audit;

import dev.turnstile.core.cycle.Whereabouts;
import dev.turnstile.worker.state.Attention;

/**
 * A workload in the scheduler's state at one moment.
 *
 * @param writerBusy whether the writer has a task on what is assumed of it
 */
public record Sighting(Whereabouts where, boolean writerBusy, Attention attention) {}
