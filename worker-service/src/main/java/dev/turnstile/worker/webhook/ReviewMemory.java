package dev.turnstile.worker.webhook;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The memory that questions may take, all together: anybody who reaches the port may ask.
 *
 * <p>Goal: no number of questions, large, dense or slow, costs the service its life, and one peer does not keep others
 * out. Constraint: what a question needs shows while it is read, and the largest that an API server sends needs a good
 * part of everything. So memory is taken as bytes arrive and values are made of them. A peer may have a quarter, and
 * more while half of all is free. Who does not get more in time is turned away, and gives back what he has. Example
 * with 64 MB: an API server that is alone gets up to 32 MB; beside a stranger who holds 16 MB it gets 16 MB at least.
 */
final class ReviewMemory {
    private final long most;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition released = lock.newCondition();
    /** By peer. Under the lock. */
    private final Map<String, Long> taken = new HashMap<>();
    /** Together. Under the lock. */
    private long used;

    ReviewMemory(long most) {
        this.most = most;
    }

    /** What one question has; closed when it was answered. */
    final class Share implements AutoCloseable {
        private final String peer;
        private final long deadline;
        private long own;

        private Share(String peer, long deadline) {
            this.peer = peer;
            this.deadline = deadline;
        }

        /** Takes more, and waits for it if need be. */
        void take(long bytes) throws TurnedAwayException {
            if (own + bytes > most / 2) {
                throw TurnedAwayException.tooMuch(most / 2);
            }
            acquire(peer, bytes, deadline);
            own += bytes;
        }

        @Override
        public void close() {
            release(peer, own);
            own = 0;
        }
    }

    /** @param deadline until when it may wait for memory, by {@link System#nanoTime} */
    Share open(String peer, long deadline) {
        return new Share(peer, deadline);
    }

    private void acquire(String peer, long bytes, long deadline) throws TurnedAwayException {
        lock.lock();
        try {
            long left = deadline - System.nanoTime();
            while (!fits(peer, bytes)) {
                if (left <= 0) {
                    throw TurnedAwayException.busy();
                }
                left = released.awaitNanos(left);
            }
            used += bytes;
            taken.merge(peer, bytes, Long::sum);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw TurnedAwayException.busy();
        } finally {
            lock.unlock();
        }
    }

    private boolean fits(String peer, long bytes) {
        long all = used + bytes;
        return all <= most / 2 || (all <= most && taken.getOrDefault(peer, 0L) + bytes <= most / 4);
    }

    private void release(String peer, long bytes) {
        lock.lock();
        try {
            used -= bytes;
            taken.compute(peer, (key, had) -> had == null || had <= bytes ? null : had - bytes);
            released.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** What all questions have together now. */
    long used() {
        lock.lock();
        try {
            return used;
        } finally {
            lock.unlock();
        }
    }
}
