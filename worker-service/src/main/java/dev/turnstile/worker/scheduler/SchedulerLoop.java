package dev.turnstile.worker.scheduler;

import dev.turnstile.core.cycle.CycleDecision;
import dev.turnstile.core.cycle.Outcome;
import dev.turnstile.core.cycle.PodsReadiness;
import dev.turnstile.core.cycle.Scheduler;
import dev.turnstile.core.queue.Head;
import dev.turnstile.core.workload.WorkloadKey;
import dev.turnstile.worker.cache.Change;
import dev.turnstile.worker.cache.ClusterCache;
import dev.turnstile.worker.cache.StateThread;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs cycles until another one could bring nothing new.
 *
 * <p>Heads that stay at the front of their queue (a blocked one under StrictFIFO, one that waits for its victims) would
 * get the same answer again and again. So the loop ends when a cycle admitted and evicted nobody and the one after it
 * had the same heads. Whatever happens in the cluster afterwards gives it another turn, and so does the time at which a
 * workload may come back.
 */
public final class SchedulerLoop implements StateThread.Owner<Change> {
    private final ClusterCache cache;
    private final DecisionWriter writer;
    private final BooleanSupplier mayAdmit;
    private final BooleanSupplier blockAdmission;
    private final InstantSource clock;
    private final List<CycleListener> listeners;
    private @Nullable StateThread<Change> thread;
    private @Nullable WorkloadKey blocked;

    /**
     * A loop over a cache.
     *
     * @param mayAdmit whether this instance leads and has seen everything
     * @param blockAdmission whether admission waits for the pods of what was admitted
     */
    public SchedulerLoop(
            ClusterCache cache,
            DecisionWriter writer,
            BooleanSupplier mayAdmit,
            BooleanSupplier blockAdmission,
            InstantSource clock,
            List<CycleListener> listeners) {
        this.cache = cache;
        this.writer = writer;
        this.mayAdmit = mayAdmit;
        this.blockAdmission = blockAdmission;
        this.clock = clock;
        this.listeners = List.copyOf(listeners);
    }

    /** The thread that it runs on. */
    public void runsOn(StateThread<Change> stateThread) {
        thread = stateThread;
    }

    @Override
    public void note(Change change) {
        cache.note(change);
    }

    @Override
    public @Nullable Duration turn() {
        if (!mayAdmit.getAsBoolean()) {
            return null;
        }
        takeNote();
        Instant pausedUntil = writer.pausedUntil();
        if (pausedUntil != null && clock.instant().isBefore(pausedUntil)) {
            return Duration.between(clock.instant(), pausedUntil).plusMillis(1);
        }
        if (stillBlocked()) {
            cache.tellAvailability();
            return null;
        }
        cycles();
        writer.passOver(cache.scheduler().takePassedOver());
        cache.tellAvailability();
        Instant due = cache.scheduler().nextDue();
        return due == null ? null : Duration.between(clock.instant(), due).plusMillis(1);
    }

    /**
     * Everything that had to be read before this instance may admit was told before, but perhaps after the thread last
     * took note. Who holds quota would be missing, and what it holds given to somebody else.
     */
    private void takeNote() {
        StateThread<Change> stateThread = thread;
        if (stateThread != null) {
            stateThread.drain();
        }
    }

    private void cycles() {
        Scheduler scheduler = cache.scheduler();
        Set<WorkloadKey> tried = Set.of();
        while (mayAdmit.getAsBoolean()) {
            Instant now = clock.instant();
            List<Head> heads = scheduler.heads(now);
            if (heads.isEmpty()) {
                return;
            }
            listeners.forEach(CycleListener::begins);
            long began = System.nanoTime();
            CycleDecision decision = scheduler.apply(heads, scheduler.decide(heads, readiness(), now));
            blocked = blocked(decision);
            Duration took = Duration.ofNanos(System.nanoTime() - began);
            writer.accept(decision, scheduler);
            listeners.forEach(listener -> listener.decided(decision, took));
            Set<WorkloadKey> keys = new HashSet<>();
            heads.forEach(head -> keys.add(head.workload().key()));
            if (!progressed(decision) && keys.equals(tried)) {
                return;
            }
            tried = keys;
            StateThread<Change> stateThread = thread;
            if (stateThread != null && stateThread.busy()) {
                stateThread.drain();
                tried = Set.of();
            }
        }
    }

    private PodsReadiness readiness() {
        if (!blockAdmission.getAsBoolean()) {
            return PodsReadiness.NOT_ASKED;
        }
        return cache.allPodsReady() ? PodsReadiness.ALL_READY : PodsReadiness.SOME_NOT_READY;
    }

    /** Whoever is blocked is the first to be admitted when all pods are ready; nobody else is looked at before. */
    private boolean stillBlocked() {
        WorkloadKey first = blocked;
        return first != null
                && readiness() == PodsReadiness.SOME_NOT_READY
                && cache.scheduler().waits(first);
    }

    private static @Nullable WorkloadKey blocked(CycleDecision decision) {
        return decision.outcomes().stream()
                .filter(Outcome.Blocked.class::isInstance)
                .map(outcome -> outcome.workload().key())
                .findFirst()
                .orElse(null);
    }

    private static boolean progressed(CycleDecision decision) {
        return decision.outcomes().stream().anyMatch(outcome -> switch (outcome) {
            case Outcome.Admit _ -> true;
            case Outcome.Preempt preempt -> preempt.victims().stream().anyMatch(victim -> !victim.evicting());
            case Outcome.Waiting _ -> false;
        });
    }
}
