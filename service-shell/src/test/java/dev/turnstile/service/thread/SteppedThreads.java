package dev.turnstile.service.thread;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.random.RandomGenerator;

/**
 * Threads of the JVM on a clock that goes on only where somebody sleeps on it, however busy the machine is. For one
 * thread that sleeps; each sleep takes a millisecond on the wall, so that others come to see what is between two.
 */
public final class SteppedThreads implements Threads {
    private final Threads system = Threads.system();
    private final AtomicLong now = new AtomicLong(1);

    @Override
    public Task start(String name, Runnable work) {
        return system.start(name, work);
    }

    @Override
    public Task startComputing(String name, Runnable work) {
        return system.startComputing(name, work);
    }

    @Override
    public Lock lock() {
        return system.lock();
    }

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
    public boolean await(CompletableFuture<?> result, Duration atMost) throws InterruptedException {
        return system.await(result, atMost);
    }

    @Override
    public long nanoTime() {
        return now.get();
    }

    @Override
    public RandomGenerator random() {
        return system.random();
    }

    @Override
    public Loops loops() {
        return system.loops();
    }
}
