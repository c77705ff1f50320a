package dev.turnstile.service.thread;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread that does the same work round after round for as long as it is open, whatever that work throws.
 *
 * <p>Goal: no failure ends what the service depends on, and one that no longer comes round is seen. Constraint: most
 * loops wait most of the time, and a thread that waits on purpose looks like one that hangs. Steps: a round that throws
 * is logged, counted and followed by a pause that grows with each failure in a row; a wait on purpose is made by
 * {@link #idle} or {@link #sleep}; whatever else a round does has to end, or to call {@link #alive}, within the allowed
 * time, else the loop counts as stuck.
 */
public final class Loop implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Loop.class);
    private static final int LARGEST_SHIFT = 20;

    /** What a loop does again and again. */
    @FunctionalInterface
    public interface Round {
        /** Does it once. */
        void run(Loop loop) throws Exception;
    }

    /** A wait on purpose. */
    @FunctionalInterface
    public interface Wait<T> {
        /** Waits. */
        @Nullable
        T await() throws InterruptedException;
    }

    /**
     * How fast a loop has to be.
     *
     * @param allowed how long a round may take without a sign of life
     * @param pause how long to wait after a failed round; doubled for each further one
     * @param longestPause no wait is longer
     */
    public record Pace(Duration allowed, Duration pause, Duration longestPause) {
        /** For most loops. A round may send many requests, each of which is waited for up to a minute. */
        public static final Pace USUAL =
                new Pace(Duration.ofMinutes(15), Duration.ofMillis(100), Duration.ofSeconds(30));

        private Duration after(int failures) {
            Duration doubled = pause.multipliedBy(1L << Math.min(failures - 1, LARGEST_SHIFT));
            return doubled.compareTo(longestPause) > 0 ? longestPause : doubled;
        }
    }

    private final Threads threads;
    private final String name;
    private final String thread;
    private final Pace pace;
    private final Round round;
    private volatile Threads.@Nullable Task task;
    private volatile boolean open = true;
    private volatile boolean idle;
    private volatile long aliveAt;

    private Loop(Threads threads, String name, String thread, Pace pace, Round round) {
        this.threads = threads;
        this.name = name;
        this.thread = thread;
        this.pace = pace;
        this.round = round;
        this.aliveAt = threads.nanoTime();
    }

    /** Starts a loop on a virtual thread; {@code name} is what several threads of one kind are counted under. */
    public static Loop start(Threads threads, String name, String thread, Pace pace, Round round) {
        Loop loop = new Loop(threads, name, thread, pace, round);
        threads.loops().add(loop);
        loop.task = threads.start(thread, loop::run);
        return loop;
    }

    /** Starts a loop on a thread of its own, for work that mostly computes. */
    public static Loop startComputing(Threads threads, String name, Pace pace, Round round) {
        Loop loop = new Loop(threads, name, name, pace, round);
        threads.loops().add(loop);
        loop.task = threads.startComputing(name, loop::run);
        return loop;
    }

    /** Does work once, and again after pauses that grow until it does not throw. */
    public static void untilDone(Threads threads, String name, Runnable work) {
        var _ = start(threads, name, name, Pace.USUAL, loop -> {
            work.run();
            loop.end();
        });
    }

    private void run() {
        int failures = 0;
        try {
            while (open) {
                Throwable failure = once();
                failures = failure == null ? 0 : failures + 1;
                if (failure != null && open) {
                    pause(failures);
                }
            }
        } finally {
            threads.loops().remove(this);
        }
    }

    private @Nullable Throwable once() {
        alive();
        try {
            round.run(this);
            return null;
        } catch (InterruptedException e) {
            // Only who closes the loop interrupts it; anything else would end what it does not own.
            return open ? failed(e) : null;
        } catch (Throwable e) {
            return failed(e);
        }
    }

    private Throwable failed(Throwable cause) {
        if (open) {
            threads.loops().failed(name, cause);
            LOG.error("{} failed; it goes on after a pause", thread, cause);
        }
        return cause;
    }

    /** A part of the round failed; the rest of it goes on. */
    public void failedPart(String part, Throwable cause) {
        threads.loops().failed(name, cause);
        LOG.error("{} failed on {}", thread, part, cause);
    }

    private void pause(int failures) {
        try {
            sleep(pace.after(failures));
        } catch (InterruptedException e) {
            LOG.debug("{} ends", thread);
        }
    }

    /** Waits on purpose, for as long as it takes. */
    public <T> @Nullable T idle(Wait<T> wait) throws InterruptedException {
        idle = true;
        try {
            return wait.await();
        } finally {
            alive();
            idle = false;
        }
    }

    /** Waits on purpose for that time. */
    public void sleep(Duration time) throws InterruptedException {
        var _ = idle(() -> {
            threads.sleep(time);
            return true;
        });
    }

    /** The round has come further: what it does next has its full time again. */
    public void alive() {
        aliveAt = threads.nanoTime();
    }

    /** Whether more rounds are to follow. */
    public boolean isOpen() {
        return open;
    }

    /** The present round is the last one. */
    public void end() {
        open = false;
    }

    /** Interrupts the present round, which is the last one. */
    @Override
    public void close() {
        open = false;
        Threads.Task running = task;
        if (running != null) {
            running.interrupt();
        }
    }

    /** Closes, and waits for the end for some time. */
    public void close(Duration atMost) {
        close();
        Threads.Task running = task;
        if (running == null) {
            return;
        }
        try {
            running.join(atMost);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** What its failures are counted under. */
    String name() {
        return name;
    }

    /** For how long there was no sign of life; zero while it waits on purpose. */
    Duration busy() {
        return idle ? Duration.ZERO : Duration.ofNanos(Math.max(0, threads.nanoTime() - aliveAt));
    }

    /** Whether only a restart can help. */
    boolean isStuck() {
        return busy().compareTo(pace.allowed()) > 0;
    }

    @Override
    public String toString() {
        return thread;
    }
}
