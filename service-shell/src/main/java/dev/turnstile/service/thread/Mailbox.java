package dev.turnstile.service.thread;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

/** A bounded queue whose waits are those of a service's {@link Threads}. */
public final class Mailbox<T> {
    private final Lock lock;
    private final Condition added;
    private final Queue<T> waiting = new ArrayDeque<>();
    private final int capacity;

    /** An empty one. */
    public Mailbox(Threads threads, int capacity) {
        this.lock = threads.lock();
        this.added = lock.newCondition();
        this.capacity = capacity;
    }

    /** Adds one at the end; false where it is full. */
    public boolean offer(T one) {
        lock.lock();
        try {
            if (waiting.size() >= capacity) {
                return false;
            }
            waiting.add(one);
            added.signal();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Takes the first; waits until there is one. */
    public T take() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (waiting.isEmpty()) {
                added.await();
            }
            return waiting.remove();
        } finally {
            lock.unlock();
        }
    }
}
