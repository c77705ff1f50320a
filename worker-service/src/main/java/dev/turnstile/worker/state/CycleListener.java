package dev.turnstile.worker.state;

import dev.turnstile.core.cycle.Assumption;
import dev.turnstile.core.cycle.CycleDecision;
import dev.turnstile.service.informer.ObjectKey;
import java.time.Duration;

/** Hears of finished decisions; takes no part in them. */
@FunctionalInterface
public interface CycleListener {
    /** A cycle begins. */
    default void begins() {}

    /** A Workload is gone or finished: there will be no decision on it any more. On the same thread as decisions. */
    default void left(ObjectKey workload) {}

    /** A workload is about to be evicted for another one. */
    default void evicts(Assumption.OfEviction eviction) {}

    /** A cycle was decided, and how long that took. */
    void decided(CycleDecision decision, Duration took);
}
