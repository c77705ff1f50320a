package dev.turnstile.service.thread;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;

/** Threads, time and randomness of the JVM. */
final class SystemThreads implements Threads {
    /** The generator of whichever thread asks. */
    private static final RandomGenerator RANDOM =
            () -> ThreadLocalRandom.current().nextLong();

    private final Loops loops = new Loops();

    private record Running(Thread thread) implements Task {
        @Override
        public void interrupt() {
            thread.interrupt();
        }

        @Override
        public void join(Duration atMost) throws InterruptedException {
            thread.join(atMost);
        }
    }

    @Override
    public Task start(String name, Runnable work) {
        return new Running(Thread.ofVirtual().name(name).start(work));
    }

    @Override
    public Task startComputing(String name, Runnable work) {
        return new Running(Thread.ofPlatform().daemon().name(name).start(work));
    }

    @Override
    public Lock lock() {
        return new ReentrantLock();
    }

    @Override
    public void sleep(Duration time) throws InterruptedException {
        Thread.sleep(time);
    }

    @Override
    public boolean await(CompletableFuture<?> result, Duration atMost) throws InterruptedException {
        try {
            var _ = result.get(atMost.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (ExecutionException | CancellationException e) {
            // It is there; its reader gets the failure.
            return true;
        } catch (TimeoutException e) {
            return false;
        }
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public RandomGenerator random() {
        return RANDOM;
    }

    @Override
    public Loops loops() {
        return loops;
    }
}
