package dev.turnstile.service.thread;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Threads of the JVM on a clock that goes on only where somebody sleeps on it, however busy the machine is. For one
 * thread that sleeps; each sleep takes a millisecond on the wall, so that others come to see what is between two.
 */
public final class SteppedThreads extends SystemThreadsOnAnotherClock {
    private final AtomicLong now = new AtomicLong(1);

    @Override
    public void sleep(Duration time) throws InterruptedException {
        pass(time);
        Thread.sleep(1);
    }

    /** That time has passed. */
    public void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }

    @Override
    public long nanoTime() {
        return now.get();
    }
}
