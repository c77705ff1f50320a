package dev.turnstile.worker.state;

import dev.turnstile.core.cycle.Assumption;
import dev.turnstile.core.cycle.Outcome;
import dev.turnstile.core.cycle.WriteTask;
import dev.turnstile.core.queue.PassedOver;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where decisions go. Called on the state's thread; nothing here waits for the API. */
public interface Decisions {
    /** Writes or reads what is assumed; the result comes back to the cache, exactly one for each task. */
    void carryOut(WriteTask task);

    /** Whether a task on that assumption was given here and its result is not there yet. On the state's thread. */
    boolean inHand(Assumption assumption);

    /** Publishes why a workload waits. */
    void publish(Outcome.Waiting outcome);

    /** Publishes of workloads on which no cycle decides why they wait. */
    void passOver(List<PassedOver> workloads);

    /** Until when nothing is to be decided since the API does not answer, or null. */
    @Nullable
    Instant pausedUntil();
}
