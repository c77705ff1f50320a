package dev.turnstile.embedded.control.scheduler;

import dev.turnstile.embedded.control.loop.Pace;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Decides which pod is tried next. Goal: a pod is tried whenever an attempt might succeed, and the many pods for which
 * none can cost nothing.
 *
 * <p>A pod is in one of four pools. <em>Active</em>: tried in order of priority, then of age. <em>Back-off</em>: an
 * attempt failed; becomes active when its back-off is over. <em>Unschedulable</em>: an attempt failed; becomes active
 * or back-off on an event that one of the plug-ins that rejected it declares, or after five minutes. <em>Gated</em>:
 * gated by a {@code PreEnqueue} plug-in, never tried; the plug-in runs again only on an event that it declares, or when
 * the pod is named.
 *
 * <p>Waiting pods are indexed by the events that can wake them, so an event costs as much as the pods that it concerns:
 * 10,000 pods with scheduling gates are in no index at all, since only their own update removes a gate.
 *
 * <p>Example: pod {@code a} requests 4 cpu, which no node has free. {@code NodeResourcesFit} rejects it; it is
 * unschedulable, indexed under {@code NODE_ADDED}, {@code NODE_CHANGED} and {@code ASSIGNED_POD_GONE}. A pod ends 300
 * ms later: {@code a} moves to back-off, whose second is not over, and 700 ms later to active.
 *
 * <p>Not thread-safe; every method takes the time.
 */
final class SchedulingQueue {
    private static final Duration FIRST_BACKOFF = Duration.ofSeconds(1);
    private static final Duration LONGEST_BACKOFF = Duration.ofSeconds(10);
    static final Duration LONGEST_UNSCHEDULABLE = Duration.ofMinutes(5);

    private static final Comparator<QueuedPod> TRY_ORDER = Comparator.comparingInt(
                    (QueuedPod queued) -> queued.pod.priority())
            .reversed()
            .thenComparing(QueuedPod::since)
            .thenComparingLong(QueuedPod::sequence);
    private static final Comparator<QueuedPod> BACKOFF_ORDER =
            Comparator.comparing((QueuedPod queued) -> queued.backoffUntil).thenComparingLong(QueuedPod::sequence);

    private final Function<PodView, Optional<GatedBy>> preEnqueue;
    private final Function<String, Set<ClusterEvent>> wakingEvents;
    private final Supplier<Pace> pace;
    private final Map<String, QueuedPod> pods = new HashMap<>();
    private final TreeSet<QueuedPod> active = new TreeSet<>(TRY_ORDER);
    private final TreeSet<QueuedPod> backoff = new TreeSet<>(BACKOFF_ORDER);
    private final SequencedMap<String, QueuedPod> unschedulable = new LinkedHashMap<>();
    private final SequencedMap<String, QueuedPod> gated = new LinkedHashMap<>();
    private final Map<ClusterEvent, Set<QueuedPod>> filed = new EnumMap<>(ClusterEvent.class);
    private final Set<QueuedPod> inFlight = new LinkedHashSet<>();
    private final List<GatedPod> failures = new ArrayList<>();
    private long sequence;

    /** A pod that is gated because a plug-in failed. */
    record GatedPod(PodView pod, GatedBy gatedBy) {}

    /**
     * @param preEnqueue runs the PreEnqueue plug-ins
     * @param wakingEvents the events that a plug-in of that name declares
     */
    SchedulingQueue(
            Function<PodView, Optional<GatedBy>> preEnqueue,
            Function<String, Set<ClusterEvent>> wakingEvents,
            Supplier<Pace> pace) {
        this.preEnqueue = preEnqueue;
        this.wakingEvents = wakingEvents;
        this.pace = pace;
    }

    void add(PodView pod, Instant now) {
        if (pods.containsKey(pod.uid())) {
            update(pod, now);
            return;
        }
        var queued = new QueuedPod(pod, now, sequence++);
        pods.put(pod.uid(), queued);
        admit(queued, now);
    }

    /** Updates a pod that changed. */
    void update(PodView pod, Instant now) {
        var queued = pods.get(pod.uid());
        if (queued == null || queued.pod.version() >= pod.version()) {
            return;
        }
        var gatesCleared = queued.pod.isGated() && !pod.isGated();
        var changed = queued.pod.differsForPlugins(pod);
        switch (queued.pool) {
            case ACTIVE -> {
                active.remove(queued);
                queued.pod = pod;
                active.add(queued);
            }
            case BACKOFF, IN_FLIGHT -> queued.pod = pod;
            case UNSCHEDULABLE, GATED -> {
                queued.pod = pod;
                if ((changed && wakes(queued, ClusterEvent.POD_CHANGED))
                        || (gatesCleared && wakes(queued, ClusterEvent.POD_GATES_CLEARED))) {
                    wake(queued, now);
                }
            }
        }
    }

    void remove(String uid) {
        var queued = pods.remove(uid);
        if (queued != null) {
            leave(queued);
        }
    }

    /** The pod to try now. It stays in flight until it is removed, rejected or requeued. */
    Optional<PodView> next(Instant now) {
        while (!backoff.isEmpty() && !backoff.first().backoffUntil.isAfter(now)) {
            var queued = backoff.pollFirst();
            admit(queued, now);
        }
        var queued = active.pollFirst();
        if (queued == null) {
            return Optional.empty();
        }
        queued.pool = QueuedPod.Pool.IN_FLIGHT;
        inFlight.add(queued);
        queued.attempts++;
        queued.wokenInFlight = false;
        return Optional.of(queued.pod);
    }

    /** The pod was tried and fits no node, because of these plug-ins; none means that there was no node. */
    void reject(String uid, Set<String> plugins, Instant now) {
        var queued = pods.get(uid);
        if (queued == null || queued.pool != QueuedPod.Pool.IN_FLIGHT) {
            return;
        }
        inFlight.remove(queued);
        queued.rejectedBy = Set.copyOf(plugins);
        queued.parkedSince = now;
        queued.backoffUntil = pace.get().after(now, backoffAfter(queued.attempts));
        if (queued.wokenInFlight) {
            backOff(queued);
        } else {
            queued.pool = QueuedPod.Pool.UNSCHEDULABLE;
            unschedulable.put(uid, queued);
            file(queued);
        }
    }

    /** Requeues a pod whose attempt failed for a reason that has nothing to do with it. */
    void requeue(String uid, Instant now) {
        var queued = pods.get(uid);
        if (queued != null && queued.pool == QueuedPod.Pool.IN_FLIGHT) {
            inFlight.remove(queued);
            queued.backoffUntil = pace.get().after(now, backoffAfter(queued.attempts));
            backOff(queued);
        }
    }

    /** Wakes the pods that an event elsewhere in the cluster concerns. */
    void on(ClusterEvent event, Instant now) {
        for (var queued : List.copyOf(filed.getOrDefault(event, Set.of()))) {
            wake(queued, now);
        }
        inFlight.forEach(queued -> queued.wokenInFlight = true);
    }

    /** Evaluates a gated pod again because a plug-in may now decide differently. */
    void reconsider(String uid, Instant now) {
        var queued = pods.get(uid);
        if (queued != null && (queued.pool == QueuedPod.Pool.GATED || queued.pool == QueuedPod.Pool.UNSCHEDULABLE)) {
            wake(queued, now);
        }
    }

    /** Retries pods that were unschedulable for long, in case an event was missed; never gated pods. */
    void flushUnschedulable(Instant now) {
        for (var queued : List.copyOf(unschedulable.values())) {
            if (!pace.get().after(queued.parkedSince, LONGEST_UNSCHEDULABLE).isAfter(now)) {
                wake(queued, now);
            }
        }
    }

    /** When the next pod becomes due. */
    Optional<Instant> nextDue() {
        var backoffEnds = backoff.isEmpty() ? null : backoff.first().backoffUntil;
        var flush = unschedulable.isEmpty()
                ? null
                : pace.get().after(unschedulable.firstEntry().getValue().parkedSince, LONGEST_UNSCHEDULABLE);
        if (backoffEnds == null || flush == null) {
            return Optional.ofNullable(backoffEnds == null ? flush : backoffEnds);
        }
        return Optional.of(backoffEnds.isBefore(flush) ? backoffEnds : flush);
    }

    boolean hasActive() {
        return !active.isEmpty();
    }

    PendingPods pending() {
        return new PendingPods(active.size(), backoff.size(), unschedulable.size(), gated.size());
    }

    /** The pods that a failing plug-in has gated since the last call. */
    List<GatedPod> takeFailures() {
        var taken = List.copyOf(failures);
        failures.clear();
        return taken;
    }

    /** Moves a pod to the active pool, unless a plug-in gates it. */
    private void admit(QueuedPod queued, Instant now) {
        var gatedBy = preEnqueue.apply(queued.pod);
        if (gatedBy.isEmpty()) {
            queued.gatedBy = null;
            queued.pool = QueuedPod.Pool.ACTIVE;
            active.add(queued);
            return;
        }
        if (gatedBy.get().isFailure() && !gatedBy.get().equals(queued.gatedBy)) {
            failures.add(new GatedPod(queued.pod, gatedBy.get()));
        }
        queued.gatedBy = gatedBy.get();
        queued.rejectedBy = Set.of(gatedBy.get().plugin());
        queued.parkedSince = now;
        queued.pool = QueuedPod.Pool.GATED;
        gated.put(queued.pod.uid(), queued);
        file(queued);
    }

    private void wake(QueuedPod queued, Instant now) {
        var wasTried = queued.pool == QueuedPod.Pool.UNSCHEDULABLE;
        leave(queued);
        if (wasTried && queued.backoffUntil.isAfter(now)) {
            backOff(queued);
        } else {
            admit(queued, now);
        }
    }

    private void backOff(QueuedPod queued) {
        queued.pool = QueuedPod.Pool.BACKOFF;
        backoff.add(queued);
    }

    private void leave(QueuedPod queued) {
        switch (queued.pool) {
            case ACTIVE -> active.remove(queued);
            case BACKOFF -> backoff.remove(queued);
            case UNSCHEDULABLE -> unschedulable.remove(queued.pod.uid());
            case GATED -> gated.remove(queued.pod.uid());
            case IN_FLIGHT -> inFlight.remove(queued);
        }
        filed.values().forEach(file -> file.remove(queued));
    }

    private boolean wakes(QueuedPod queued, ClusterEvent event) {
        return queued.rejectedBy.stream()
                .anyMatch(plugin -> wakingEvents.apply(plugin).contains(event));
    }

    private void file(QueuedPod queued) {
        for (var event : ClusterEvent.values()) {
            var isOwn = event == ClusterEvent.POD_CHANGED || event == ClusterEvent.POD_GATES_CLEARED;
            if (!isOwn && (queued.rejectedBy.isEmpty() || wakes(queued, event))) {
                filed.computeIfAbsent(event, _ -> new LinkedHashSet<>()).add(queued);
            }
        }
    }

    private static Duration backoffAfter(int attempts) {
        var delay = FIRST_BACKOFF.multipliedBy(1L << Math.min(attempts - 1, 10));
        return delay.compareTo(LONGEST_BACKOFF) > 0 ? LONGEST_BACKOFF : delay;
    }
}
