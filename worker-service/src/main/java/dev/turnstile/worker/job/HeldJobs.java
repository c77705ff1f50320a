package dev.turnstile.worker.job;

import dev.turnstile.service.apply.EventRecorder;
import dev.turnstile.service.apply.EventTarget;
import dev.turnstile.vocabulary.EventReason;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The jobs that wait behind a scheduling gate, of every kind: each is reported once, and all are counted by kind and
 * gate, with the oldest of them.
 *
 * <p>Every kind of job calls {@link #record} as long as it has no Workload. Where the feature is off, nothing is held.
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

    /**
     * The jobs that wait behind one gate.
     *
     * @param oldest when the one that was created first was created: a gate is there from a job's beginning
     */
    public record Crowd(int jobs, Instant oldest) {
        private Crowd and(Crowd other) {
            return new Crowd(jobs + other.jobs, oldest.isBefore(other.oldest) ? oldest : other.oldest);
        }
    }

    private record Held(Behind behind, Instant created, String uid) {
        private static final Comparator<Held> OLDEST_FIRST =
                Comparator.comparing(Held::created).thenComparing(Held::uid);
    }

    private final boolean on;
    private final EventRecorder events;
    private final Map<String, Held> held = new HashMap<>();
    private final SortedMap<String, SortedMap<String, SortedSet<Held>>> kindsByGate = new TreeMap<>();
    private final ReentrantLock lock = new ReentrantLock();

    /** @param on whether the feature is on */
    public HeldJobs(boolean on, EventRecorder events) {
        this.on = on;
        this.events = events;
    }

    /**
     * Records which scheduling gate a job waits behind, if any. A job that is held from now on gets an event.
     *
     * @param created when the job was created
     * @param component who speaks in its events
     */
    public void record(EventTarget job, Instant created, String component, Map<String, String> annotations) {
        SchedulingGate gate = on ? SchedulingGate.of(annotations) : null;
        if (gate == null) {
            forget(job.uid());
            return;
        }
        String name = gate.name().length() > LONGEST_GATE ? OTHER : gate.name();
        Held now = new Held(new Behind(job.kind(), name), created, job.uid());
        lock.lock();
        try {
            Held before = held.put(job.uid(), now);
            if (now.equals(before)) {
                return;
            }
            leave(before);
            kindsByGate
                    .computeIfAbsent(name, each -> new TreeMap<>())
                    .computeIfAbsent(job.kind(), each -> new TreeSet<>(Held.OLDEST_FIRST))
                    .add(now);
        } finally {
            lock.unlock();
        }
        events.once(job, component, EventReason.SCHEDULING_GATED.text(), gate.inWords());
    }

    /** That job is gone, or waits behind no gate any more. */
    public void forget(String uid) {
        lock.lock();
        try {
            Held before = held.remove(uid);
            if (before == null) {
                return;
            }
            leave(before);
        } finally {
            lock.unlock();
        }
    }

    private void leave(@Nullable Held one) {
        if (one == null) {
            return;
        }
        String gate = one.behind().gate();
        String kind = one.behind().kind();
        SortedMap<String, SortedSet<Held>> kinds = kindsByGate.getOrDefault(gate, new TreeMap<>());
        SortedSet<Held> jobs = kinds.getOrDefault(kind, new TreeSet<>(Held.OLDEST_FIRST));
        jobs.remove(one);
        if (jobs.isEmpty()) {
            kinds.remove(kind);
        }
        if (kinds.isEmpty()) {
            kindsByGate.remove(gate);
        }
    }

    /**
     * The jobs that wait: behind the first {@value #MOST_GATES} gates by name, and behind all others as
     * {@value #OTHER}.
     */
    public SortedMap<Behind, Crowd> crowds() {
        SortedMap<Behind, Crowd> crowds = new TreeMap<>();
        lock.lock();
        try {
            int gates = 0;
            for (Map.Entry<String, SortedMap<String, SortedSet<Held>>> gate : kindsByGate.entrySet()) {
                String name = gates < MOST_GATES ? gate.getKey() : OTHER;
                gate.getValue()
                        .forEach((kind, jobs) -> crowds.merge(
                                new Behind(kind, name),
                                new Crowd(jobs.size(), jobs.first().created()),
                                Crowd::and));
                gates++;
            }
        } finally {
            lock.unlock();
        }
        return crowds;
    }
}
