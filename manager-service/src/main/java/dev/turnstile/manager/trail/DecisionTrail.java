package dev.turnstile.manager.trail;

import dev.turnstile.core.ungating.Trail;
import dev.turnstile.service.informer.ObjectKey;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/** What was decided about gates, for people: the last entries of each workload, and of all. */
public final class DecisionTrail {
    private static final int OF_ONE = 50;
    private static final int OF_ALL = 1000;

    public record Entry(Instant time, ObjectKey workload, List<Trail.Asking> asking, String decision, String words) {}

    /** Guards everything below: any thread adds and reads. */
    private final ReentrantLock lock = new ReentrantLock();

    /** Oldest first. */
    private final Deque<Entry> entries = new ArrayDeque<>();

    /** How many of the entries each workload has. */
    private final Map<ObjectKey, Integer> counts = new HashMap<>();

    /** Adds an entry; the oldest of its workload, or of all, makes room. */
    public void add(Entry entry) {
        lock.lock();
        try {
            entries.addLast(entry);
            if (counts.merge(entry.workload(), 1, Integer::sum) > OF_ONE) {
                removeFirst(entry.workload());
            }
            if (entries.size() > OF_ALL) {
                forget(entries.removeFirst());
            }
        } finally {
            lock.unlock();
        }
    }

    private void removeFirst(ObjectKey workload) {
        for (Iterator<Entry> each = entries.iterator(); each.hasNext(); ) {
            Entry entry = each.next();
            if (entry.workload().equals(workload)) {
                each.remove();
                forget(entry);
                return;
            }
        }
    }

    private void forget(Entry entry) {
        counts.computeIfPresent(entry.workload(), (key, count) -> count == 1 ? null : Integer.valueOf(count - 1));
    }

    /** The entries of one workload, oldest first. */
    public List<Entry> of(ObjectKey workload) {
        lock.lock();
        try {
            return entries.stream()
                    .filter(entry -> entry.workload().equals(workload))
                    .toList();
        } finally {
            lock.unlock();
        }
    }

    /** All entries, oldest first. */
    public List<Entry> all() {
        lock.lock();
        try {
            return List.copyOf(entries);
        } finally {
            lock.unlock();
        }
    }
}
