package dev.turnstile.worker.job;

import dev.turnstile.model.event.EventReasons;
import dev.turnstile.service.apply.EventRecorder;
import dev.turnstile.service.apply.EventTarget;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The jobs that wait behind a scheduling gate, of every kind: each is told once, and all are counted by kind and gate.
 *
 * <p>Every kind of job asks {@link #holds} before it makes a Workload. Where the feature is off, nothing is held.
 */
public final class HeldJobs {
    /** Gates beyond so many are counted together, so that nobody makes the metric grow without end. */
    static final int MOST_GATES = 50;

    static final String OTHER = "other";
    private static final int LONGEST_GATE = 63;

    /** Jobs of one kind behind one gate. */
    public record Behind(String kind, String gate) implements Comparable<Behind> {
        @Override
        public int compareTo(Behind other) {
            int byKind = kind.compareTo(other.kind);
            return byKind != 0 ? byKind : gate.compareTo(other.gate);
        }
    }

    private final boolean on;
    private final EventRecorder events;
    private final Map<String, Behind> held = new HashMap<>();
    private final SortedMap<String, SortedMap<String, Integer>> kindsByGate = new TreeMap<>();
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final ReentrantLock lock = new ReentrantLock();

    /** @param on whether the feature is on */
    public HeldJobs(boolean on, EventRecorder events) {
        this.on = on;
        this.events = events;
    }

    /**
     * What holds a job back, or null. A job that is held from now on gets an event.
     *
     * @param component who speaks in its events
     */
    public @Nullable SchedulingGate holds(EventTarget job, String component, Map<String, String> annotations) {
        SchedulingGate gate = on ? SchedulingGate.of(annotations) : null;
        if (gate == null) {
            forget(job.uid());
            return null;
        }
        String name = gate.name().length() > LONGEST_GATE ? OTHER : gate.name();
        Behind now = new Behind(job.kind(), name);
        lock.lock();
        try {
            Behind before = held.put(job.uid(), now);
            if (now.equals(before)) {
                return gate;
            }
            count(before, -1);
            count(now, 1);
        } finally {
            lock.unlock();
        }
        listeners.forEach(Runnable::run);
        events.once(job, component, EventReasons.SCHEDULING_GATED, gate.inWords());
        return gate;
    }

    /** That job is gone, or waits behind no gate any more. */
    public void forget(String uid) {
        lock.lock();
        try {
            Behind before = held.remove(uid);
            if (before == null) {
                return;
            }
            count(before, -1);
        } finally {
            lock.unlock();
        }
        listeners.forEach(Runnable::run);
    }

    private void count(@Nullable Behind behind, int difference) {
        if (behind == null) {
            return;
        }
        SortedMap<String, Integer> kinds = kindsByGate.computeIfAbsent(behind.gate(), gate -> new TreeMap<>());
        int now = kinds.merge(behind.kind(), difference, Integer::sum);
        if (now == 0) {
            kinds.remove(behind.kind());
        }
        if (kinds.isEmpty()) {
            kindsByGate.remove(behind.gate());
        }
    }

    /** Has that run whenever the counts have changed. */
    public void listen(Runnable listener) {
        listeners.add(listener);
    }

    /** How many wait: the first {@value #MOST_GATES} gates by name, all others as {@value #OTHER}. */
    public SortedMap<Behind, Integer> counts() {
        SortedMap<Behind, Integer> counts = new TreeMap<>();
        lock.lock();
        try {
            int gates = 0;
            for (Map.Entry<String, SortedMap<String, Integer>> gate : kindsByGate.entrySet()) {
                String name = gates < MOST_GATES ? gate.getKey() : OTHER;
                gate.getValue().forEach((kind, jobs) -> counts.merge(new Behind(kind, name), jobs, Integer::sum));
                gates++;
            }
        } finally {
            lock.unlock();
        }
        return counts;
    }
}
