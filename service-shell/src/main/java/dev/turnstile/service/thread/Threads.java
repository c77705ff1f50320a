package dev.turnstile.service.thread;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Lock;
import java.util.random.RandomGenerator;

/**
 * What a long-lived loop runs on.
 *
 * <p>A thread that was started here waits only by what it gets here: by {@link #sleep}, {@link #await}, a {@link #lock}
 * and its conditions, or a request to the API. A lock that is held while its owner waits, or that has conditions, comes
 * from here, too; one that is held for a few statements need not.
 */
public interface Threads {
    /** Longer than any process lives. */
    Duration FOREVER = Duration.ofDays(36_500);

    /** A running thread. */
    interface Task {
        /** Has its present or next wait end with an InterruptedException. */
        void interrupt();

        /** Waits until it has ended. */
        void join(Duration atMost) throws InterruptedException;
    }

    /** Starts a virtual thread, for work that mostly waits. */
    Task start(String name, Runnable work);

    /** Starts a daemon thread of the operating system, for work that mostly computes. */
    Task startComputing(String name, Runnable work);

    /** A reentrant lock with conditions. */
    Lock lock();

    void sleep(Duration time) throws InterruptedException;

    /** Waits for a result, however it ends; returns whether it is there in time. */
    boolean await(CompletableFuture<?> result, Duration atMost) throws InterruptedException;

    /** Waits for a result as long as it takes, and returns it. */
    default <T> T join(CompletableFuture<T> result) throws InterruptedException {
        var _ = await(result, FOREVER);
        return result.join();
    }

    /** Time that has passed since some moment; unlike a clock it never jumps. */
    long nanoTime();

    /** Spreads delays. May be used by all threads. */
    RandomGenerator random();

    /** The loops that run on these threads. */
    Loops loops();

    /** Threads of the JVM, for one service. */
    static Threads system() {
        return new SystemThreads();
    }
}
