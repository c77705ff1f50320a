package dev.turnstile.core.cycle;

import dev.turnstile.core.cycle.Assumptions.Effect;
import dev.turnstile.core.message.Message;
import dev.turnstile.core.queue.Head;
import dev.turnstile.core.queue.PendingQueues;
import dev.turnstile.core.snapshot.Ledger;
import dev.turnstile.core.snapshot.Snapshot;
import dev.turnstile.core.waiting.Wait;
import dev.turnstile.core.workload.Admission;
import dev.turnstile.core.workload.Eviction;
import dev.turnstile.core.workload.Workload;
import dev.turnstile.core.workload.WorkloadKey;
import dev.turnstile.vocabulary.EvictionReason;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where every workload is: in a queue, in the ledger, or aside with a reason. One that was put is in exactly one of
 * them until it is removed, whatever becomes of the decisions on it.
 */
final class WorkloadPlaces {
    private final Ledger ledger;
    private final PendingQueues queues;
    private final Directory directory;
    /** For how long a workload keeps its quota at least before it is evicted for another one. */
    private final Duration minimumRuntime;

    private final Assumptions assumptions = new Assumptions();
    private final Asides aside = new Asides();
    private final Set<WorkloadKey> moved = new LinkedHashSet<>();
    /** Workloads that hold quota as it was decided here; the API says in other words when that began. */
    private final Set<WorkloadKey> unread = new LinkedHashSet<>();

    private @Nullable Snapshot placed;
    /** Whether ClusterQueues may have become unusable since admissions to them were withdrawn. */
    private boolean replaced;

    WorkloadPlaces(Ledger ledger, PendingQueues queues, Directory directory, Duration minimumRuntime) {
        this.minimumRuntime = minimumRuntime;
        this.ledger = ledger;
        this.queues = queues;
        this.directory = directory;
    }

    /** The lives of what is assumed. */
    Assumptions assumptions() {
        return assumptions;
    }

    /** The workload as the API shows it. */
    WorkloadAnswer put(Workload seen, Instant now) {
        observe(seen, now);
        Workload workload = merged(seen);
        directory.put(workload);
        Admission admission = workload.admission();
        if (admission != null) {
            queues.remove(workload.key());
            if (!workload.evicting()) {
                queues.settled(admission.clusterQueue(), workload.key());
            }
            Workload before = ledger.reserved(workload.key());
            ledger.reserve(workload);
            if (before != null && (!holdsTheSame(before, admission) || workload.priority() != before.priority())) {
                // Less is held, or others may take it away than before: a signal that counted on it may be stale.
                freed(before);
            }
            return new WorkloadAnswer.Counted(admission.clusterQueue());
        }
        release(workload.key());
        return enqueue(workload, now);
    }

    /**
     * A workload that may not queue. While the request for its admission is under way its quota stays booked: whether
     * it was given is known only once the API has answered. Answers whether it is set aside.
     */
    boolean hold(Workload seen, SetAside why, Instant now) {
        observe(seen, now);
        WorkloadKey key = seen.key();
        carryOut(assumptions.withdraw(key), now);
        if (seen.reserved() || assumptions.admitting(key)) {
            put(seen, now);
            return false;
        }
        assumptions.spare(key).forEach(this::restore);
        leave(key);
        aside.put(seen, why);
        return true;
    }

    /** A workload that was deleted or has finished. */
    void remove(WorkloadKey key) {
        moved.add(key);
        assumptions.gone(key);
        assumptions.spare(key).forEach(this::restore);
        leave(key);
        aside.remove(key);
    }

    private void leave(WorkloadKey key) {
        directory.remove(key);
        queues.remove(key);
        Workload before = ledger.reserved(key);
        Admission admission = before == null ? null : before.admission();
        if (admission != null) {
            queues.settled(admission.clusterQueue(), key);
        }
        release(key);
    }

    private void release(WorkloadKey key) {
        Workload before = ledger.reserved(key);
        if (before != null) {
            ledger.release(key);
            unread.remove(key);
            freed(before);
        }
    }

    private void observe(Workload seen, Instant now) {
        WorkloadKey key = seen.key();
        moved.add(key);
        aside.remove(key);
        Assumption.OfAdmission admission = assumptions.admission(key);
        if (admission == null && !unread.contains(key) && anotherReservation(ledger.reserved(key), seen)) {
            assumptions.gone(key);
        }
        if (seen.reserved()) {
            unread.remove(key);
        }
        assumptions.observed(key, seen.uid(), seen.reserved(), seen.evicting());
        if (admission != null
                && !decidedOn(admission).equals(seen.withAdmission(null).withEviction(null))) {
            carryOut(assumptions.withdraw(key), now);
        }
    }

    private static Workload decidedOn(Assumption.OfAdmission admission) {
        return admission.workload().withAdmission(null).withEviction(null);
    }

    private static boolean anotherReservation(@Nullable Workload own, Workload seen) {
        Admission before = own == null ? null : own.admission();
        Admission after = seen.admission();
        return before != null && after != null && !before.reservedAt().equals(after.reservedAt());
    }

    /** An object read before our own decision was written does not take that decision back. */
    private Workload merged(Workload seen) {
        Workload own = ledger.reserved(seen.key());
        if (own == null) {
            return seen;
        }
        Workload merged = assumptions.admitting(seen.key()) ? seen.withAdmission(own.admission()) : seen;
        return assumptions.evicting(seen.key()) ? merged.withEviction(own.eviction()) : merged;
    }

    private static boolean holdsTheSame(Workload before, Admission admission) {
        Admission then = before.admission();
        return then != null
                && then.clusterQueue().equals(admission.clusterQueue())
                && then.usage().equals(admission.usage());
    }

    /** Workloads that name that LocalQueue wait elsewhere now, or do not wait. */
    void requeueAll(String namespace, String localQueue, Instant now) {
        for (Workload workload : directory.workloadsOf(namespace, localQueue)) {
            if (ledger.reserved(workload.key()) == null) {
                aside.remove(workload.key());
                enqueue(workload, now);
            }
        }
    }

    private WorkloadAnswer enqueue(Workload workload, Instant now) {
        WorkloadKey key = workload.key();
        moved.add(key);
        WorkloadAnswer answer = directory.destination(workload);
        switch (answer) {
            case WorkloadAnswer.Queued(String clusterQueue) ->
                queues.put(clusterQueue, workload, assumptions.pausedUntil(key), now);
            case WorkloadAnswer.Aside(Wait why) -> setAside(workload, SetAside.Cause.INACTIVE, why.message());
            case WorkloadAnswer.Refused refused ->
                setAside(
                        workload,
                        workload.active() ? SetAside.Cause.INVALID : SetAside.Cause.INACTIVE,
                        refused.message());
            case WorkloadAnswer.Counted(String clusterQueue) ->
                throw new IllegalStateException(key + " without quota is counted in " + clusterQueue);
        }
        return answer;
    }

    private void setAside(Workload workload, SetAside.Cause cause, Message message) {
        queues.remove(workload.key());
        String clusterQueue = Objects.requireNonNullElse(directory.clusterQueue(workload), "");
        aside.put(workload, new SetAside(cause, workload.localQueue(), clusterQueue, message));
    }

    /** A cycle admitted a head. Answers false where that was removed or changed since it was popped. */
    boolean admit(Head head, Outcome.Admit admit) {
        if (!queues.admitted(head)) {
            return false;
        }
        Workload workload = head.workload().withAdmission(admit.admission());
        moved.add(workload.key());
        directory.put(workload);
        ledger.reserve(workload);
        unread.add(workload.key());
        assumptions.admit(new Assumption.OfAdmission(admit));
        assumptions.spare(workload.key()).forEach(this::restore);
        return true;
    }

    /** A cycle evicted a victim. Answers whether anything has to be written. */
    boolean evict(Victim victim, Outcome.Preempt preempt, Instant now) {
        Workload own = ledger.reserved(victim.workload().key());
        if (own == null || own.evicting() || !own.uid().equals(victim.workload().uid())) {
            return false;
        }
        Admission admission = own.admission();
        Instant least = admission == null ? now : admission.reservedAt().plus(minimumRuntime);
        Effect effect = assumptions.evict(new Assumption.OfEviction(
                victim, preempt.workload(), preempt.clusterQueue(), least.isAfter(now) ? least : null));
        carryOut(effect, now);
        if (effect instanceof Effect.RollBack) {
            return false;
        }
        Workload evicting = own.withEviction(new Eviction(EvictionReason.PREEMPTED.text(), now, true));
        directory.put(evicting);
        ledger.reserve(evicting);
        return true;
    }

    /** A cycle could not decide on a head: it waits for a while, longer each time. */
    void failed(Head head, String why, Instant now) {
        if (queues.remove(head.workload().key())) {
            assumptions.failed(head.workload().key(), why, now);
            enqueue(head.workload(), now);
        }
    }

    /** Does to the books what the end of an assumption means. */
    void carryOut(Effect effect, Instant now) {
        switch (effect) {
            case Effect.None() -> {}
            case Effect.RollBack(Assumption.OfAdmission admission) -> {
                Workload own = ledger.reserved(admission.key());
                if (own != null) {
                    Workload workload = own.withAdmission(null)
                            .withEviction(admission.workload().eviction());
                    release(own.key());
                    directory.put(workload);
                    enqueue(workload, now);
                }
            }
            case Effect.Restore(Assumption.OfEviction eviction) -> restore(eviction);
        }
    }

    /** The victim is not being evicted. */
    private void restore(Assumption.OfEviction eviction) {
        Workload own = ledger.reserved(eviction.key());
        if (own != null) {
            Workload workload = own.withEviction(eviction.victim().workload().eviction());
            directory.put(workload);
            ledger.reserve(workload);
            freed(own); // Workloads that were parked because another one preempts it may do so themselves.
        }
    }

    /** Where a workload is, or null where it is not known. */
    @Nullable
    WorkloadPlace place(WorkloadKey key) {
        Workload own = ledger.reserved(key);
        Admission admission = own == null ? null : own.admission();
        if (own != null && admission != null) {
            return new WorkloadPlace.Holding(own.localQueue(), admission);
        }
        Workload waiting = directory.workload(key);
        String clusterQueue = queues.clusterQueueOf(key);
        if (waiting != null && clusterQueue != null) {
            return new WorkloadPlace.Waiting(waiting.localQueue(), clusterQueue, queues.backsOff(key));
        }
        SetAside why = aside.get(key);
        return why == null ? null : new WorkloadPlace.Aside(why);
    }

    /** All that is known of a workload. */
    Whereabouts whereabouts(WorkloadKey key) {
        return new Whereabouts(
                directory.workload(key),
                queues.waiting(key),
                ledger.reserved(key),
                aside.get(key),
                assumptions.open(key),
                assumptions.awaitsWriter(key),
                assumptions.pause(key));
    }

    /** Workloads that are set aside, and why. */
    Map<WorkloadKey, SetAside> aside() {
        return aside.all();
    }

    /** The workloads that count as pending in a ClusterQueue, in queue order. */
    List<Workload> pending(String clusterQueue) {
        return queues.pending(clusterQueue, aside.pending(clusterQueue));
    }

    /** Workloads whose place may be another one since this was called last. */
    Set<WorkloadKey> takeMoved() {
        moved.addAll(queues.takeReturned());
        Set<WorkloadKey> taken = new LinkedHashSet<>(moved);
        moved.clear();
        return taken;
    }

    private void freed(Workload before) {
        Admission admission = before.admission();
        Snapshot snapshot = placed;
        Snapshot.Place place = admission == null || snapshot == null ? null : snapshot.place(admission.clusterQueue());
        if (place != null) {
            queues.wake(place.tree());
        }
    }

    /**
     * Withdraws the admissions to ClusterQueues that may admit nothing any more, where no request was sent for them.
     */
    void withdrawUnusable(Instant now) {
        Snapshot snapshot = snapshot();
        if (!replaced) {
            return;
        }
        replaced = false;
        for (Assumption.OfAdmission admission : assumptions.admissions()) {
            Snapshot.Place place = snapshot.place(admission.decision().clusterQueue());
            if (place == null || !place.availability().usable()) {
                carryOut(assumptions.withdraw(admission.key()), now);
            }
        }
    }

    /** The world as it is now. */
    Snapshot snapshot() {
        Snapshot snapshot = ledger.snapshot();
        Snapshot before = placed;
        if (before == null || !snapshot.sameStructure(before)) {
            queues.displaceAll(before == null ? Map.of() : snapshot.treesKeptSince(before));
            for (String name : snapshot.clusterQueues()) {
                Snapshot.Place place = snapshot.place(name);
                if (place != null) {
                    queues.place(
                            name,
                            place.clusterQueue().queueingStrategy(),
                            place.tree(),
                            place.availability().usable());
                }
            }
            queues.removeUnplaced();
            replaced = true;
        }
        placed = snapshot;
        return snapshot;
    }
}
