package dev.turnstile.core.cycle;

import dev.turnstile.core.workload.Workload;
import dev.turnstile.core.workload.WorkloadKey;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A decision that counts before it is written: the admission of one workload object, or its eviction from one
 * reservation. It is equal to nothing but itself. Whatever is handed to the writer and whatever comes back carries it,
 * so that the result of an earlier reservation, or of an earlier object of the same name, is never taken for that of a
 * later one.
 *
 * <p>Whether a request was sent is the one fact that two threads share: the scheduler withdraws, the writer begins, and
 * exactly one of them comes first. What was withdrawn in time never happened; what was begun may have been carried out
 * until the API has said what became of it.
 */
public abstract sealed class Assumption {

    private enum Request {
        UNSENT,
        SENT,
        /** Withdrawn before anything was sent. */
        CANCELLED,
        /** Withdrawn after something was sent: nothing more is sent. */
        STOPPED
    }

    private final Workload workload;
    private final AtomicReference<Request> request = new AtomicReference<>(Request.UNSENT);

    private Assumption(Workload workload) {
        this.workload = workload;
    }

    /** Quota that counts as reserved. */
    public static final class OfAdmission extends Assumption {
        private final Outcome.Admit decision;

        /** What a cycle decided. */
        public OfAdmission(Outcome.Admit decision) {
            super(decision.workload());
            this.decision = decision;
        }

        /** What the cycle decided. */
        public Outcome.Admit decision() {
            return decision;
        }
    }

    /** A victim that counts as being evicted. */
    public static final class OfEviction extends Assumption {
        private final Victim victim;
        private final Workload preemptor;
        private final String preemptorQueue;
        private final @Nullable Instant notBefore;

        /**
         * A victim, as it held quota, and the workload of which ClusterQueue it gives way to.
         *
         * @param notBefore when it is evicted at the earliest, since it has just begun; null where at once
         */
        public OfEviction(Victim victim, Workload preemptor, String preemptorQueue, @Nullable Instant notBefore) {
            super(victim.workload());
            this.victim = victim;
            this.preemptor = preemptor;
            this.preemptorQueue = preemptorQueue;
            this.notBefore = notBefore;
        }

        /** The victim, as it held quota when that was decided. */
        public Victim victim() {
            return victim;
        }

        /** The workload that it gives way to. */
        public Workload preemptor() {
            return preemptor;
        }

        /** The ClusterQueue of that one. */
        public String preemptorQueue() {
            return preemptorQueue;
        }

        /** When it is evicted at the earliest; null where at once. */
        @Nullable
        Instant notBefore() {
            return notBefore;
        }
    }

    /** The workload that was decided on, as it was then. */
    public Workload workload() {
        return workload;
    }

    /** Its name. */
    public WorkloadKey key() {
        return workload.key();
    }

    /** Its uid: another object of the same name is another workload. */
    public String uid() {
        return workload.uid();
    }

    /**
     * The writer is about to send a request, the first one or another one after a conflict. Answers whether it may;
     * from then on the assumption may have become a fact. From any thread.
     */
    public boolean begin() {
        return request.compareAndSet(Request.UNSENT, Request.SENT) || request.get() == Request.SENT;
    }

    /** Whether a request was sent, so that only the API knows what became of it. */
    public boolean begun() {
        Request now = request.get();
        return now == Request.SENT || now == Request.STOPPED;
    }

    /** No request is sent from now on. Answers whether none ever was. */
    boolean withdraw() {
        if (request.compareAndSet(Request.UNSENT, Request.CANCELLED)) {
            return true;
        }
        request.compareAndSet(Request.SENT, Request.STOPPED);
        return request.get() == Request.CANCELLED;
    }

    @Override
    public String toString() {
        return getClass().getSimpleName() + "[" + workload.key() + " " + workload.uid() + " " + request.get() + "]";
    }
}
