package dev.turnstile.embedded.control.loop;

import dev.turnstile.embedded.api.ApiException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SequencedSet;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The only thread of a controller. It owns the controller's state: events from outside arrive as messages, objects to
 * reconcile as keys. Messages go first; keys are processed one by one, each at most once in the queue, delayed ones
 * when they are due. A key whose processing failed is requeued, with a growing delay.
 */
public final class ControlLoop implements AutoCloseable {
    private static final Logger LOG = System.getLogger(ControlLoop.class.getName());
    private static final Duration FIRST_RETRY = Duration.ofMillis(5);
    private static final Duration LAST_RETRY = Duration.ofSeconds(5);
    private static final long LONGEST_WAIT_MILLIS = 60_000;

    private final String name;
    private final InstantSource clock;
    private final Work work;
    private final LinkedBlockingQueue<Runnable> messages = new LinkedBlockingQueue<>();
    private final SequencedSet<String> due = new LinkedHashSet<>();
    private final PriorityQueue<Later> later =
            new PriorityQueue<>(Comparator.comparing(Later::time).thenComparing(Later::key));
    private final Map<String, Instant> laterTimes = new HashMap<>();
    private final Map<String, Integer> failures = new HashMap<>();
    private final Thread thread;
    private volatile boolean closed;

    /** Processes one key. */
    @FunctionalInterface
    public interface Work {
        void on(String key);
    }

    private record Later(Instant time, String key) {}

    public ControlLoop(String name, InstantSource clock, Work work) {
        this.name = name;
        this.clock = clock;
        this.work = work;
        this.thread = Thread.ofVirtual().name(name).unstarted(this::run);
    }

    public void start() {
        thread.start();
    }

    /** Runs a message on the loop's thread. Can be called from any thread. */
    public void post(Runnable message) {
        if (!closed) {
            messages.add(message);
        }
    }

    /** Enqueues a key. Only on the loop's thread. */
    public void enqueue(String key) {
        due.add(key);
    }

    /** Enqueues a key at that time, or at an earlier time for which it is already queued. Only on the loop's thread. */
    public void enqueueAt(Instant time, String key) {
        var known = laterTimes.get(key);
        if (known == null || time.isBefore(known)) {
            laterTimes.put(key, time);
            later.add(new Later(time, key));
        }
    }

    /** Ends the thread and waits for it, unless called on that thread. */
    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        if (Thread.currentThread().equals(thread)) {
            return;
        }
        try {
            thread.join(Duration.ofSeconds(5));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            while (!closed) {
                takeMessages();
                enqueueDueKeys();
                if (!due.isEmpty()) {
                    workOn(due.removeFirst());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void takeMessages() throws InterruptedException {
        var message = due.isEmpty() ? messages.poll(millisToWait(), TimeUnit.MILLISECONDS) : messages.poll();
        while (message != null) {
            deliver(message);
            message = messages.poll();
        }
    }

    private void deliver(Runnable message) {
        try {
            message.run();
        } catch (RuntimeException e) {
            report("a message", e);
        }
    }

    private long millisToWait() {
        var next = later.peek();
        if (next == null) {
            return LONGEST_WAIT_MILLIS;
        }
        return Math.clamp(Duration.between(clock.instant(), next.time).toMillis() + 1, 0, LONGEST_WAIT_MILLIS);
    }

    private void enqueueDueKeys() {
        var now = clock.instant();
        for (@Nullable Later next = later.peek(); next != null && !next.time.isAfter(now); next = later.peek()) {
            later.remove();
            if (laterTimes.remove(next.key, next.time)) {
                due.add(next.key);
            }
        }
    }

    private void workOn(String key) {
        try {
            work.on(key);
            failures.remove(key);
        } catch (ApiException e) {
            LOG.log(Level.DEBUG, () -> name + ": " + key + " is tried again: " + e.getMessage());
            retry(key);
        } catch (UncheckedIOException e) {
            LOG.log(Level.DEBUG, () -> name + ": " + key + " is tried again: " + e.getMessage());
            retry(key);
        } catch (RuntimeException e) {
            report(key, e);
            retry(key);
        }
    }

    private void retry(String key) {
        var attempt = failures.merge(key, 1, Integer::sum);
        var delay = FIRST_RETRY.multipliedBy(1L << Math.min(attempt - 1, 12));
        enqueueAt(clock.instant().plus(delay.compareTo(LAST_RETRY) > 0 ? LAST_RETRY : delay), key);
    }

    private void report(String what, RuntimeException e) {
        if (!closed) {
            LOG.log(Level.WARNING, name + ": " + what + " failed", e);
        }
    }
}
