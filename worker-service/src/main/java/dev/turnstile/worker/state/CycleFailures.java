package dev.turnstile.worker.state;

import dev.turnstile.core.cycle.Scheduler;
import dev.turnstile.core.queue.Head;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What follows where a cycle throws. A head on which nothing can be decided even alone is left alone for a while, and
 * the others go on. Where no such head is found, no cycle runs for a while, longer each time.
 */
final class CycleFailures {
    private static final Logger LOG = LoggerFactory.getLogger(CycleFailures.class);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final int LARGEST_SHIFT = 8;

    private int inARow;
    private String last = "";
    private @Nullable Instant until;

    /** A cycle over these heads threw; those that were popped are in no queue yet. */
    void failed(Scheduler scheduler, List<Head> heads, RuntimeException e, Instant now) {
        String problem = e.toString();
        if (!problem.equals(last)) {
            LOG.error("a cycle failed; its heads are tried again", e);
        }
        last = problem;
        boolean found = false;
        for (Head head : heads) {
            try {
                var _ = scheduler.decide(List.of(head), now);
            } catch (RuntimeException alone) {
                scheduler.failed(head, alone.toString(), now);
                found = true;
            }
        }
        inARow++;
        until = found ? null : now.plus(FIRST_PAUSE.multipliedBy(1L << Math.min(inARow - 1, LARGEST_SHIFT)));
    }

    /** A cycle was decided and applied. */
    void none() {
        inARow = 0;
        last = "";
        until = null;
    }

    /** Until when no cycle runs, or null. */
    @Nullable
    Instant until() {
        return until;
    }
}
