package dev.turnstile.worker.scheduler;

import dev.turnstile.core.cycle.Outcome;
import dev.turnstile.core.cycle.Victim;
import dev.turnstile.core.lifecycle.WorkloadEvent;
import dev.turnstile.model.condition.Condition;
import dev.turnstile.model.condition.ConditionTypes;
import dev.turnstile.model.condition.Conditions;
import dev.turnstile.model.condition.EvictionReasons;
import dev.turnstile.model.condition.WaitReasons;
import dev.turnstile.model.event.EventComponents;
import dev.turnstile.model.event.EventReasons;
import dev.turnstile.model.kueue.Admission;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.model.kueue.WorkloadStatus;
import dev.turnstile.model.meta.KubernetesJson;
import dev.turnstile.service.apply.Difference;
import dev.turnstile.service.apply.EventRecorder;
import dev.turnstile.service.apply.ObjectWriter;
import dev.turnstile.service.apply.WriteResult;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Store;
import dev.turnstile.worker.translate.Surroundings;
import dev.turnstile.worker.translate.Workloads;
import dev.turnstile.worker.workload.Transitions;
import dev.turnstile.worker.workload.WorkloadFacts;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes one decision on one Workload, if it still stands on the Workload as it is now, and tells of it.
 *
 * <p>Events say what changed, so they are sent only after a write that changed something.
 */
public final class OutcomeWriter {
    private static final String COMPONENT = EventComponents.ADMISSION;
    private static final String PASSED_OVER =
            "Bypassed scheduling evaluation because an equivalent workload recently failed";
    /** What others than the scheduler say of one that it has not looked at. */
    private static final Set<String> NO_ANSWERS =
            Set.of(WaitReasons.PENDING_EVALUATION, WaitReasons.SUSPENDED, WaitReasons.ON_HOLD, WaitReasons.DEACTIVATED);

    private final Store<Workload> workloads;
    private final Surroundings surroundings;
    private final ObjectWriter writer;
    private final EventRecorder events;
    private final InstantSource clock;
    private final BiFunction<Workload, Admission, List<String>> checks;

    /**
     * A writer of outcomes.
     *
     * @param surroundings what Workloads request where they are
     * @param checks the checks that a Workload has to pass with an admission
     */
    public OutcomeWriter(
            Store<Workload> workloads,
            Surroundings surroundings,
            ObjectWriter writer,
            EventRecorder events,
            InstantSource clock,
            BiFunction<Workload, Admission, List<String>> checks) {
        this.workloads = workloads;
        this.surroundings = surroundings;
        this.writer = writer;
        this.events = events;
        this.clock = clock;
        this.checks = checks;
    }

    /** Reserves quota; answers whether it is reserved. */
    boolean admit(ObjectKey key, Outcome.Admit admit) throws InterruptedException {
        Admission admission = Workloads.admission(admit.admission());
        Instant now = clock.instant();
        Instant[] queuedAt = {now};
        WriteResult<Workload> result = status(key, workload -> {
            if (!stands(workload, admit.workload())) {
                return null;
            }
            Workload queued = Transitions.takenBack(workload, now);
            queuedAt[0] = queuedAt(queued);
            Transitions.After after = Transitions.after(
                    queued,
                    new WorkloadEvent.QuotaGranted(admit.clusterQueue(), checks.apply(workload, admission)),
                    now);
            return after.fits()
                    ? after.status().toBuilder()
                            .admission(admission)
                            .resourceRequests(List.of())
                            .build()
                    : null;
        });
        if (!(result instanceof WriteResult.Changed<Workload>(Workload workload))) {
            return false;
        }
        String considered = admit.assignment().flavorsConsidered();
        events.normal(
                WorkloadFacts.target(workload),
                COMPONENT,
                EventReasons.QUOTA_RESERVED,
                "Quota reserved in ClusterQueue %s, wait time since queued was %ds%s"
                        .formatted(
                                admit.clusterQueue(),
                                seconds(queuedAt[0], now),
                                considered.isEmpty() ? "" : "; Flavors considered: " + considered));
        if (WorkloadFacts.admitted(workload)) {
            events.normal(
                    WorkloadFacts.target(workload),
                    COMPONENT,
                    EventReasons.ADMITTED,
                    "Admitted by ClusterQueue " + admit.clusterQueue() + ", wait time since reservation was 0s");
        }
        return true;
    }

    private static long seconds(Instant from, Instant to) {
        return Math.max(0, Duration.between(from, to).toSeconds());
    }

    private static Instant queuedAt(Workload workload) {
        return Conditions.find(workload.status().conditions(), ConditionTypes.REQUEUED)
                .filter(Condition::holds)
                .map(Condition::lastTransitionTime)
                .orElseGet(() -> Workloads.createdAt(workload));
    }

    /** A decision was made on what was then known; it stands as long as nothing of that changed. */
    private boolean stands(Workload workload, dev.turnstile.core.workload.Workload decidedOn) {
        dev.turnstile.core.workload.Workload now = surroundings.view(workload);
        return !WorkloadFacts.finished(workload)
                && !WorkloadFacts.deleting(workload)
                && !now.reserved()
                && now.withEviction(null).equals(decidedOn.withAdmission(null).withEviction(null));
    }

    /** Says why it waits. */
    void wait(ObjectKey key, Outcome.Waiting outcome) throws InterruptedException {
        Instant now = clock.instant();
        WorkloadEvent event = outcome instanceof Outcome.Gated gated
                ? new WorkloadEvent.FoundGated(gated.closedGates())
                : new WorkloadEvent.FoundWaiting(outcome.reason().text(), outcome.message());
        WriteResult<Workload> result = status(key, workload -> {
            if (WorkloadFacts.finished(workload)
                    || WorkloadFacts.deleting(workload)
                    || WorkloadFacts.reserved(workload)
                    || !workload.spec().active()
                    || !Objects.equals(
                            workload.metadata().getUid(), outcome.workload().uid())) {
                return null;
            }
            Transitions.After after = Transitions.after(Transitions.takenBack(workload, now), event, now);
            if (!after.fits() || outcome instanceof Outcome.Blocked) {
                return after.status();
            }
            return after.status().toBuilder()
                    .resourceRequests(Workloads.requests(outcome.workload()))
                    .build();
        });
        boolean nothingOfItsOwn = outcome instanceof Outcome.Blocked;
        if (result instanceof WriteResult.Changed<Workload>(Workload workload) && !nothingOfItsOwn) {
            events.warning(
                    WorkloadFacts.target(workload), COMPONENT, outcome.reason().text(), outcome.message());
        }
    }

    /** Says that an equal's answer is its own, unless it has had one itself. No event: nobody looked at it. */
    void passOver(ObjectKey key, String uid) throws InterruptedException {
        Instant now = clock.instant();
        WorkloadEvent event = new WorkloadEvent.FoundWaiting(WaitReasons.WAITING_FOR_QUOTA, PASSED_OVER);
        status(key, workload -> {
            if (WorkloadFacts.finished(workload)
                    || WorkloadFacts.deleting(workload)
                    || WorkloadFacts.reserved(workload)
                    || !workload.spec().active()
                    || !Objects.equals(workload.metadata().getUid(), uid)
                    || answered(workload)) {
                return null;
            }
            return Transitions.after(Transitions.takenBack(workload, now), event, now)
                    .status();
        });
    }

    private static boolean answered(Workload workload) {
        return Conditions.find(workload.status().conditions(), ConditionTypes.QUOTA_RESERVED)
                .filter(condition -> !NO_ANSWERS.contains(condition.reason()))
                .isPresent();
    }

    /** Says what is wrong with it. */
    void refuse(ObjectKey key, Surroundings.Problem problem) throws InterruptedException {
        Instant now = clock.instant();
        WorkloadEvent event = new WorkloadEvent.FoundWaiting(WaitReasons.MISCONFIGURED, problem.message());
        WriteResult<Workload> result = status(key, workload -> {
            if (WorkloadFacts.finished(workload) || WorkloadFacts.reserved(workload)) {
                return null;
            }
            Transitions.After after = Transitions.after(workload, event, now);
            return after.fits()
                    ? after.status().toBuilder()
                            .resourceRequests(Workloads.requests(surroundings.view(workload)))
                            .build()
                    : null;
        });
        if (result instanceof WriteResult.Changed<Workload>(Workload workload)) {
            events.warning(WorkloadFacts.target(workload), COMPONENT, WaitReasons.MISCONFIGURED, problem.told());
        }
    }

    /** Evicts a victim; answers whether it is being evicted. */
    boolean evict(ObjectKey key, Victim victim, dev.turnstile.core.workload.Workload preemptor)
            throws InterruptedException {
        Workload winner = workloads.get(
                new ObjectKey(preemptor.key().namespace(), preemptor.key().name()));
        String message = victim.message(preemptor, winner == null ? "" : WorkloadFacts.jobToName(winner));
        Instant now = clock.instant();
        WriteResult<Workload> result = status(
                key,
                workload -> WorkloadFacts.reserved(workload)
                                && !WorkloadFacts.evicted(workload)
                                && !WorkloadFacts.finished(workload)
                                && Objects.equals(
                                        workload.metadata().getUid(),
                                        victim.workload().uid())
                        ? Transitions.status(
                                workload,
                                new WorkloadEvent.Preempted(victim.reason().text(), message),
                                now)
                        : null);
        if (!(result instanceof WriteResult.Changed<Workload>(Workload workload))) {
            Workload known = workloads.get(key);
            return known == null || WorkloadFacts.evicted(known) || !WorkloadFacts.reserved(known);
        }
        String priorities =
                "preemptor effective priority: %1$d (base: %1$d, boost: 0); preemptee effective priority: %2$d (base: %2$d, boost: 0)"
                        .formatted(preemptor.priority(), victim.workload().priority());
        events.normal(
                WorkloadFacts.target(workload),
                COMPONENT,
                EventReasons.evictedDueTo(EvictionReasons.PREEMPTED),
                message);
        events.normal(WorkloadFacts.target(workload), COMPONENT, EventReasons.PREEMPTED, message + "; " + priorities);
        if (winner != null) {
            events.normal(
                    WorkloadFacts.target(winner),
                    COMPONENT,
                    EventReasons.PREEMPTED_WORKLOAD,
                    "Preempted workload %s (UID: %s) in ClusterQueue %s; %s"
                            .formatted(key, victim.workload().uid(), victim.clusterQueue(), priorities));
        }
        return true;
    }

    private WriteResult<Workload> status(ObjectKey key, Function<Workload, @Nullable WorkloadStatus> decide)
            throws InterruptedException {
        return writer.update(workloads, key, ObjectWriter.Part.STATUS, workload -> {
            WorkloadStatus wanted = decide.apply(workload);
            return wanted == null ? null : patch(workload, wanted);
        });
    }

    private static @Nullable ObjectNode patch(Workload workload, WorkloadStatus wanted) {
        return wanted.equals(workload.status())
                ? null
                : Difference.ofStatus(KubernetesJson.tree(workload.status()), KubernetesJson.tree(wanted));
    }
}
