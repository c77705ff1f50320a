package dev.turnstile.worker.state;

import dev.turnstile.core.cycle.Assumption;
import dev.turnstile.core.cycle.CycleDecision;
import dev.turnstile.core.cycle.Outcome;
import dev.turnstile.core.cycle.PodsReadiness;
import dev.turnstile.core.cycle.Scheduler;
import dev.turnstile.core.cycle.WriteTask;
import dev.turnstile.core.queue.Head;
import dev.turnstile.core.workload.WorkloadKey;
import dev.turnstile.service.informer.ObjectKey;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs cycles until another one could bring nothing new.
 *
 * <p>Heads that stay at the front of their queue (a blocked one under StrictFIFO, one that waits for its victims) would
 * get the same answer again and again. So the loop ends when a cycle admitted and evicted nobody and the one after it
 * had the same heads. Whatever happens in the cluster afterwards gives it another turn, and so does the time at which a
 * workload may come back.
 *
 * <p>It also ends, and decides nothing for a moment, when it goes round in circles: where the feature that prevents it
 * is off, workloads may preempt each other without end, and as long as nothing of that is sent it takes no time.
 *
 * <p>What its cycles decide is sent together: a cycle sees one head of each queue, and what it lends to one of them the
 * next cycle may take back for a workload that stands second in its own queue. Of an admission that was not sent yet
 * nobody has to hear.
 */
public final class SchedulerLoop implements StateThread.Owner<Change> {
    private static final Logger LOG = LoggerFactory.getLogger(SchedulerLoop.class);

    /** By then what was decided is on its way, and no longer decided on as if it had never been. */
    private static final Duration AFTER_CIRCLE = Duration.ofSeconds(1);

    /** For how long at most the first of several decisions waits for the last. */
    private static final Duration TOGETHER = Duration.ofMillis(20);

    /** What a cycle led to. */
    private enum Cycled {
        /** Somebody was admitted or evicted. */
        PROGRESSED,
        /** Somebody was admitted again and again, and preempted each time before that was sent. */
        CIRCLED,
        FRUITLESS,
        /** It threw; its heads are back in their queues. */
        FAILED
    }

    private final ClusterCache cache;
    private final Decisions decisions;
    private final CycleFailures failures = new CycleFailures();
    private final BooleanSupplier mayAdmit;
    private final BooleanSupplier blockAdmission;
    private final InstantSource clock;
    private final List<CycleListener> listeners;
    /** Whoever waits at the front until all pods are ready, or null. The state's thread's own, as is all below. */
    private @Nullable WorkloadKey blocked;
    /** When heads were popped last. */
    private Instant cycledAt = Instant.MIN;
    /** Until when nothing is decided, after cycles that went round in circles; null where they never did. */
    private @Nullable Instant circled;
    /** When tasks were handed to the writer last. */
    private Instant handedOutAt = Instant.MIN;
    /** Since when decisions wait for those of the next cycles, or null where none do. */
    private @Nullable Instant waitingSince;
    /** Why workloads wait, where that was not handed out yet. */
    private final Map<WorkloadKey, Outcome.Waiting> reasons = new LinkedHashMap<>();

    /**
     * A loop over a cache.
     *
     * @param decisions where decisions go
     * @param mayAdmit whether this instance leads and has seen everything
     * @param blockAdmission whether admission waits for the pods of what was admitted
     */
    public SchedulerLoop(
            ClusterCache cache,
            Decisions decisions,
            BooleanSupplier mayAdmit,
            BooleanSupplier blockAdmission,
            InstantSource clock,
            List<CycleListener> listeners) {
        this.cache = cache;
        this.decisions = decisions;
        this.mayAdmit = mayAdmit;
        this.blockAdmission = blockAdmission;
        this.clock = clock;
        this.listeners = new CopyOnWriteArrayList<>(listeners);
    }

    /** Notifies that listener, too. Before the thread starts. */
    public void observe(CycleListener listener) {
        listeners.add(listener);
    }

    @Override
    public void note(Change change) {
        cache.note(change);
        if (change instanceof Change.OfWorkload(ObjectKey key) && !cache.mayWait(key)) {
            listeners.forEach(listener -> listener.left(key));
        }
    }

    @Override
    public @Nullable Duration turn(Inbox inbox) {
        if (!mayAdmit.getAsBoolean()) {
            cache.publish();
            return null;
        }
        // Everything that had to be read before this instance may admit was told before, but perhaps after the thread
        // last took note. Who holds quota would be missing, and what it holds given to somebody else.
        inbox.drain();
        Duration rest = rest();
        if (rest == null) {
            rest = decide(inbox);
        }
        cache.publish();
        return rest;
    }

    /** How long nothing is decided, or null where that is not so. */
    private @Nullable Duration rest() {
        Instant now = clock.instant();
        Instant api = decisions.pausedUntil();
        Instant own = failures.until();
        Instant until = latest(latest(api, own), circled);
        return until == null || !now.isBefore(until)
                ? null
                : Duration.between(now, until).plusMillis(1);
    }

    private static @Nullable Instant latest(@Nullable Instant one, @Nullable Instant other) {
        return one == null || (other != null && other.isAfter(one)) ? other : one;
    }

    private @Nullable Duration decide(Inbox inbox) {
        Scheduler scheduler = cache.scheduler();
        carryOut(clock.instant());
        boolean stillBlocked = stillBlocked();
        if (!stillBlocked) {
            try {
                cycles(inbox);
            } finally {
                carryOut(clock.instant());
            }
            decisions.passOver(scheduler.takeSkipped());
        }
        cache.publishAvailability();
        Duration rest = rest();
        Instant due = stillBlocked ? scheduler.nextTaskDue() : scheduler.nextDue();
        return rest != null || due == null
                ? rest
                : Duration.between(clock.instant(), due).plusMillis(1);
    }

    /** Hands out what has to be written, published or read now. */
    private void carryOut(Instant now) {
        handedOutAt = now;
        waitingSince = null;
        for (WriteTask task : cache.scheduler().takeTasks(now)) {
            if (task instanceof WriteTask.Write(Assumption.OfEviction eviction)) {
                notify(listener -> listener.evicts(eviction));
            }
            decisions.carryOut(task);
        }
        reasons.values().forEach(decisions::publish);
        reasons.clear();
    }

    /** Hands out what was decided, unless it may wait for what the next cycles decide. */
    private void carryOutInTime(Instant now) {
        Instant since = waitingSince;
        if (since == null) {
            waitingSince = now;
        } else if (!now.isBefore(since.plus(TOGETHER))) {
            carryOut(now);
        }
    }

    /**
     * What the scheduler attends to. On the state's thread.
     *
     * @param wakes whether the thread has a turn before anything happens
     */
    public Attention attention(boolean wakes) {
        boolean decides = mayAdmit.getAsBoolean() && rest() == null;
        boolean admits = decides && readiness() != PodsReadiness.SOME_NOT_READY;
        return new Attention(decides, admits, wakes, cycledAt, handedOutAt);
    }

    private void cycles(Inbox inbox) {
        Set<WorkloadKey> tried = Set.of();
        Circles circles = new Circles(clock.instant());
        while (mayAdmit.getAsBoolean()) {
            Instant now = clock.instant();
            cycledAt = now;
            List<Head> heads = cache.scheduler().heads(now);
            if (heads.isEmpty()) {
                return;
            }
            circles = circles.at(now);
            Cycled cycled = cycle(heads, now, circles);
            Set<WorkloadKey> keys = new HashSet<>();
            heads.forEach(head -> keys.add(head.workload().key()));
            // The last cycle may have parked one of its heads: the next workload of that queue has not had a cycle yet.
            boolean settled = cycled == Cycled.FRUITLESS
                    && keys.equals(tried)
                    && keys.equals(cache.scheduler().nextHeads());
            if (cycled == Cycled.CIRCLED) {
                circled = clock.instant().plus(AFTER_CIRCLE);
            }
            if (cycled == Cycled.FAILED || cycled == Cycled.CIRCLED || settled) {
                return;
            }
            tried = keys;
            if (inbox.busy()) {
                inbox.drain();
                tried = Set.of();
            }
        }
    }

    private Cycled cycle(List<Head> heads, Instant now, Circles circles) {
        Scheduler scheduler = cache.scheduler();
        notify(CycleListener::begins);
        CycleDecision decided = null;
        CycleDecision applied = null;
        Duration took = Duration.ZERO;
        try {
            decided = scheduler.decide(heads, readiness(), now);
            applied = scheduler.apply(heads, decided);
            took = Duration.between(now, clock.instant());
        } catch (RuntimeException e) {
            failures.failed(scheduler, heads, e, now);
        } finally {
            // Whatever was thrown: who was popped is in its queue again, and what was applied will be written.
            scheduler.putBack(heads, now);
            if (applied != null) {
                explain(applied);
            }
            carryOutInTime(clock.instant());
        }
        if (decided == null || applied == null) {
            return Cycled.FAILED;
        }
        failures.none();
        blocked = blocked(applied);
        report(applied, took);
        if (circles.closedBy(admitted(applied))) {
            return Cycled.CIRCLED;
        }
        return progressed(decided) ? Cycled.PROGRESSED : Cycled.FRUITLESS;
    }

    private static List<WorkloadKey> admitted(CycleDecision decision) {
        return decision.outcomes().stream()
                .filter(Outcome.Admit.class::isInstance)
                .map(outcome -> outcome.workload().key())
                .toList();
    }

    /** The newest decision on a workload says why it waits, or that it does not. */
    private void explain(CycleDecision decision) {
        for (Outcome outcome : decision.outcomes()) {
            switch (outcome) {
                case Outcome.Postponed _ -> {}
                case Outcome.Waiting waiting -> reasons.put(outcome.workload().key(), waiting);
                case Outcome.Admit _ -> reasons.remove(outcome.workload().key());
            }
        }
    }

    private void report(CycleDecision decision, Duration took) {
        notify(listener -> listener.decided(decision, took));
    }

    /** Listeners take no part in a decision, whatever they throw. */
    private void notify(Consumer<CycleListener> event) {
        for (CycleListener listener : listeners) {
            try {
                event.accept(listener);
            } catch (RuntimeException e) {
                LOG.error("{} failed on a cycle", listener, e);
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
