package dev.turnstile.embedded.store;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A position in a shelf's history. Not shared: one thread reads, any thread may wake or stop it. */
public final class Cursor implements AutoCloseable {
    private final Shelf shelf;
    private final long begin;
    private Change position;
    private volatile @Nullable Thread waiting;
    private volatile boolean stopped;

    Cursor(Shelf shelf, Change position, long begin) {
        this.shelf = shelf;
        this.position = position;
        this.begin = begin;
    }

    /** The next change, or null on a time-out or if the cursor was stopped. */
    public @Nullable Change next(long timeoutNanos) {
        long deadline = System.nanoTime() + timeoutNanos;
        waiting = Thread.currentThread();
        try {
            while (!stopped) {
                Change next = position.next;
                if (next != null) {
                    position = next;
                    if (next.version() > begin && !isEdge(next)) {
                        return next;
                    }
                    continue;
                }
                long left = deadline - System.nanoTime();
                if (left <= 0 || Thread.currentThread().isInterrupted()) {
                    return null;
                }
                LockSupport.parkNanos(this, left);
            }
            return null;
        } finally {
            waiting = null;
        }
    }

    private static boolean isEdge(Change change) {
        return !change.hasObject();
    }

    /** The version that a bookmark may state now; 0 while there are unread changes. */
    public long caughtUp() {
        return Math.max(0, shelf.caughtUp(position));
    }

    void wake() {
        Thread thread = waiting;
        if (thread != null) {
            LockSupport.unpark(thread);
        }
    }

    public void stop() {
        stopped = true;
        wake();
    }

    public boolean stopped() {
        return stopped;
    }

    @Override
    public void close() {
        stopped = true;
        shelf.forget(this);
    }
}
