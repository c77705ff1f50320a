package dev.turnstile.worker.state;

import java.time.Instant;

/**
 * What the scheduler attends to, for the audit, which looks for what it has missed. A time is missed where the
 * scheduler decided after it and left the workload alone, or sleeps without an end. By the clock alone it is not: a
 * clock that jumps forward makes times pass during a sleep that was measured before.
 *
 * @param decides whether anything is decided now: this instance leads, and the API answers
 * @param admits whether anybody might be admitted now
 * @param wakes whether the scheduler has a turn before anything happens
 * @param cycledAt when heads were popped last
 * @param handedOutAt when tasks were handed to the writer last
 */
public record Attention(boolean decides, boolean admits, boolean wakes, Instant cycledAt, Instant handedOutAt) {
    /** Whether a workload should compete by now that was to wait until then. */
    public boolean missed(Instant until) {
        return admits && (!wakes || cycledAt.isAfter(until));
    }

    /** Whether an assumption should have a task by now whose time that was. */
    public boolean missedTask(Instant at) {
        return decides && (!wakes || handedOutAt.isAfter(at));
    }
}
