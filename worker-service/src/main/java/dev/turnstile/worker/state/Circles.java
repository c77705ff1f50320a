package dev.turnstile.worker.state;

import dev.turnstile.core.workload.WorkloadKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * Notices cycles that go round in circles: a workload is admitted and preempted again and again, and nothing of that is
 * ever sent. To be admitted a few times is no circle: room that a cycle lends to the head of one queue may be taken
 * back in the next cycle, and be lent again in the one after it.
 */
final class Circles {
    /** More often nobody is admitted in a moment unless it is for ever. */
    static final int MOST = 10;

    static final Duration MOMENT = Duration.ofSeconds(1);

    private final Map<WorkloadKey, Integer> admissions = new HashMap<>();
    private final Instant began;

    /** Of a turn that begins now. */
    Circles(Instant now) {
        this.began = now;
    }

    /** As it is to go on: a circle takes no time, so what happened more than a moment ago is no part of it. */
    Circles at(Instant now) {
        return now.isBefore(began.plus(MOMENT)) ? this : new Circles(now);
    }

    /** Takes note of who is admitted now; answers whether that closes a circle. */
    boolean closedBy(Collection<WorkloadKey> admitted) {
        boolean closed = false;
        for (WorkloadKey key : admitted) {
            closed |= admissions.merge(key, 1, Integer::sum) > MOST;
        }
        return closed;
    }
}
