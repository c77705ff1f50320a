package dev.turnstile.service.thread;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

/** A counting semaphore whose waits are those of a service's {@link Threads}. */
public final class Permits {
    private final Lock lock;
    private final Condition released;
    private int available;

    /** One with that many permits. */
    public Permits(Threads threads, int available) {
        this.lock = threads.lock();
        this.released = lock.newCondition();
        this.available = available;
    }

    /** Takes a permit; waits until there is one. */
    public void acquire() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (available == 0) {
                released.await();
            }
            available--;
        } finally {
            lock.unlock();
        }
    }

    /** Takes a permit if there is one in time. */
    public boolean tryAcquire(Duration atMost) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = atMost.toNanos();
            while (available == 0) {
                if (left <= 0) {
                    return false;
                }
                left = released.awaitNanos(left);
            }
            available--;
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Gives a permit back, or one more. */
    public void release() {
        lock.lock();
        try {
            available++;
            released.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Takes all that there are. */
    public void drain() {
        lock.lock();
        try {
            available = 0;
        } finally {
            lock.unlock();
        }
    }
}
