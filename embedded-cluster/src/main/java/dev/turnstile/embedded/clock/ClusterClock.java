package dev.turnstile.embedded.clock;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A clock that can run faster than the wall, stand still, and be moved forward, with alarms that follow it. Alarms run in
 * order of their time, then of their making, on one thread of the clock, so they must not block.
 */
public final class ClusterClock implements AutoCloseable {
    private static final long LONGEST_SLEEP_NANOS = TimeUnit.HOURS.toNanos(1);

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final PriorityQueue<Alarm> alarms =
            new PriorityQueue<>(Comparator.comparing(Alarm::time).thenComparingLong(Alarm::sequence));
    private Instant anchor;
    private long anchorNanos;
    private double speed;
    private long sequence;
    private boolean started;
    private boolean closed;

    private ClusterClock(Instant start, double speed) {
        this.anchor = start;
        this.anchorNanos = System.nanoTime();
        this.speed = speed;
    }

    /** A clock that shows the time of the machine. */
    public static ClusterClock real() {
        return atSpeed(1);
    }

    /** A clock that starts at the machine's time and lets {@code speed} seconds pass in each of the machine's seconds. */
    public static ClusterClock atSpeed(double speed) {
        return new ClusterClock(Instant.now(), checked(speed));
    }

    /** A clock that stands at the given time until {@link #advance} moves it. */
    public static ClusterClock standing(Instant at) {
        return new ClusterClock(at, 0);
    }

    public Instant now() {
        lock.lock();
        try {
            return current();
        } finally {
            lock.unlock();
        }
    }

    public double speed() {
        lock.lock();
        try {
            return speed;
        } finally {
            lock.unlock();
        }
    }

    /** From now on, lets {@code speed} seconds pass in each second of the machine; 0 stops the clock. */
    public void speed(double speed) {
        lock.lock();
        try {
            anchor = current();
            anchorNanos = System.nanoTime();
            this.speed = checked(speed);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Moves the clock forward; alarms that become due run soon afterwards. */
    public void advance(Duration by) {
        if (by.isNegative()) {
            throw new IllegalArgumentException("a cluster's clock only moves forward, not by " + by);
        }
        lock.lock();
        try {
            anchor = current().plus(by);
            anchorNanos = System.nanoTime();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Runs the task once the clock shows the given time or later. */
    public Alarm at(Instant time, Runnable task) {
        lock.lock();
        try {
            var alarm = new Alarm(time, sequence++, task);
            if (closed) {
                return alarm;
            }
            alarms.add(alarm);
            if (!started) {
                started = true;
                Thread.ofVirtual().name("cluster-clock").start(this::run);
            }
            changed.signalAll();
            return alarm;
        } finally {
            lock.unlock();
        }
    }

    /** Ends the clock's thread; alarms that were not due by now never run. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            alarms.clear();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void run() {
        while (true) {
            var due = nextDue();
            if (due == null) {
                return;
            }
            due.task.run();
        }
    }

    private @Nullable Alarm nextDue() {
        lock.lock();
        try {
            while (!closed) {
                var first = alarms.peek();
                if (first == null) {
                    changed.awaitNanos(LONGEST_SLEEP_NANOS);
                } else if (!first.time.isAfter(current())) {
                    return alarms.poll();
                } else {
                    changed.awaitNanos(wallNanosUntil(first.time));
                }
            }
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        } finally {
            lock.unlock();
        }
    }

    private long wallNanosUntil(Instant time) {
        if (speed == 0) {
            return LONGEST_SLEEP_NANOS;
        }
        var seconds = Duration.between(current(), time).toMillis() / 1000.0 / speed;
        return Math.clamp((long) (seconds * 1e9), TimeUnit.MICROSECONDS.toNanos(100), LONGEST_SLEEP_NANOS);
    }

    private Instant current() {
        return anchor.plusNanos((long) ((System.nanoTime() - anchorNanos) * speed));
    }

    private static double checked(double speed) {
        if (!(speed >= 0 && speed <= 1_000_000)) {
            throw new IllegalArgumentException("the speed of a cluster's clock is between 0 and 1000000, not " + speed);
        }
        return speed;
    }

    /** Something that will happen at a time; {@link #cancel} makes it not happen, if it has not yet. */
    public final class Alarm {
        private final Instant time;
        private final long sequence;
        private final Runnable task;

        private Alarm(Instant time, long sequence, Runnable task) {
            this.time = time;
            this.sequence = sequence;
            this.task = task;
        }

        private Instant time() {
            return time;
        }

        private long sequence() {
            return sequence;
        }

        public void cancel() {
            lock.lock();
            try {
                alarms.remove(this);
            } finally {
                lock.unlock();
            }
        }
    }
}
