package dev.turnstile.service.informer;

import dev.turnstile.service.thread.Threads;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Keys that want attention, each at most once.
 *
 * <p>A key added while it waits is not added again; one added while it is worked on is handed out again afterwards,
 * never at the same time. Later times are kept apart: of several for one key the earliest counts. Nothing is ever
 * dropped; the number of keys bounds the size.
 */
public final class WorkQueue<K> {
    private record Due<K>(long at, long sequence, K key) {}

    private final Lock lock;
    private final Condition changed;
    private final Set<K> ready = new LinkedHashSet<>();
    private final Set<K> working = new HashSet<>();
    private final Set<K> again = new HashSet<>();
    private final Map<K, Due<K>> later = new HashMap<>();
    private final PriorityQueue<Due<K>> times =
            new PriorityQueue<>(Comparator.<Due<K>>comparingLong(Due::at).thenComparingLong(Due::sequence));
    private final Map<K, Integer> failures = new HashMap<>();
    private final LongSupplier nanoTime;
    private final RandomGenerator random;
    private long sequence;
    private boolean open = true;

    /** An empty queue. */
    public WorkQueue(Threads threads) {
        this(threads.lock(), threads::nanoTime, threads.random());
    }

    /** An empty queue with a clock of its own. */
    WorkQueue(Lock lock, LongSupplier nanoTime, RandomGenerator random) {
        this.lock = lock;
        this.changed = lock.newCondition();
        this.nanoTime = nanoTime;
        this.random = random;
    }

    /** Hands the key out as soon as someone is free. */
    public void add(K key) {
        lock.lock();
        try {
            if (open) {
                makeReady(key);
                changed.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    private void makeReady(K key) {
        forgetTime(key);
        if (working.contains(key)) {
            again.add(key);
        } else {
            ready.add(key);
        }
    }

    /** Hands the key out after that time, or earlier where someone asks for that. */
    public void addAfter(K key, Duration delay) {
        if (delay.isZero() || delay.isNegative()) {
            add(key);
            return;
        }
        lock.lock();
        try {
            long at = nanoTime.getAsLong() + delay.toNanos();
            Due<K> known = later.get(key);
            if (!open || ready.contains(key) || (known != null && known.at() - at <= 0)) {
                return;
            }
            forgetTime(key);
            Due<K> due = new Due<>(at, sequence++, key);
            later.put(key, due);
            times.add(due);
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    private void forgetTime(K key) {
        Due<K> due = later.remove(key);
        if (due != null) {
            times.remove(due);
        }
    }

    /** Waits for a key; null where the queue was closed. */
    public @Nullable K take() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (open) {
                long wait = releaseDue();
                if (!ready.isEmpty()) {
                    K key = ready.iterator().next();
                    ready.remove(key);
                    working.add(key);
                    return key;
                }
                if (wait == Long.MAX_VALUE) {
                    changed.await();
                } else {
                    changed.await(wait, TimeUnit.NANOSECONDS);
                }
            }
            return null;
        } finally {
            lock.unlock();
        }
    }

    private long releaseDue() {
        long now = nanoTime.getAsLong();
        for (Due<K> first = times.peek(); first != null; first = times.peek()) {
            if (first.at() - now > 0) {
                return first.at() - now;
            }
            makeReady(first.key());
        }
        return Long.MAX_VALUE;
    }

    /** The key was worked on, and all is well. */
    public void done(K key) {
        finish(key, true);
    }

    /** The key was worked on without success: it comes back after a delay that grows with each failure in a row. */
    public void failed(K key, Duration atLeast) {
        lock.lock();
        try {
            int count = failures.merge(key, 1, Integer::sum);
            Duration wait = Backoff.KEY.after(count, random);
            finish(key, false);
            addAfter(key, wait.compareTo(atLeast) < 0 ? atLeast : wait);
        } finally {
            lock.unlock();
        }
    }

    private void finish(K key, boolean success) {
        lock.lock();
        try {
            working.remove(key);
            if (success) {
                failures.remove(key);
            }
            if (again.remove(key)) {
                ready.add(key);
                changed.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    /** How many keys wait for someone to be free. */
    public int depth() {
        lock.lock();
        try {
            return ready.size();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Whether the key is handed out soon or is being worked on, or comes back since it was worked on without success.
     */
    boolean attends(K key) {
        lock.lock();
        try {
            return ready.contains(key) || working.contains(key) || failures.containsKey(key);
        } finally {
            lock.unlock();
        }
    }

    /** Hands out nothing any more. */
    public void close() {
        lock.lock();
        try {
            open = false;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
