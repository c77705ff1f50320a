package dev.turnstile.worker.outbound;

import dev.turnstile.core.cycle.Assumption;
import dev.turnstile.core.cycle.Outcome;
import dev.turnstile.core.cycle.Victim;
import dev.turnstile.core.lifecycle.WorkloadEvent;
import dev.turnstile.core.message.Message;
import dev.turnstile.core.queue.PassedOver;
import dev.turnstile.core.waiting.Wait;
import dev.turnstile.model.condition.Conditions;
import dev.turnstile.model.kueue.Admission;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.model.kueue.WorkloadStatus;
import dev.turnstile.vocabulary.ConditionType;
import dev.turnstile.vocabulary.WaitingReason;
import dev.turnstile.worker.inbound.Lifecycles;
import dev.turnstile.worker.inbound.Surroundings;
import dev.turnstile.worker.inbound.WorkloadFacts;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The status that a Workload gets from a decision, or null where the decision no longer stands on the Workload as it is
 * now. It writes nothing.
 */
final class DecidedStatus {
    /** What a condition says while the scheduler has not evaluated its Workload since. */
    private static final Set<WaitingReason> NOT_EVALUATED = EnumSet.of(
            WaitingReason.PENDING_EVALUATION,
            WaitingReason.SUSPENDED,
            WaitingReason.ON_HOLD,
            WaitingReason.DEACTIVATED);

    /** Why a Workload is in no queue. */
    private static final Set<WaitingReason> OUT_OF_QUEUE = EnumSet.of(
            WaitingReason.MISCONFIGURED, WaitingReason.SUSPENDED, WaitingReason.ON_HOLD, WaitingReason.DEACTIVATED);

    private final Surroundings surroundings;
    private final BiFunction<Workload, Admission, List<String>> checks;

    /**
     * Of Workloads where they are.
     *
     * @param checks the checks that a Workload has to pass with an admission
     */
    DecidedStatus(Surroundings surroundings, BiFunction<Workload, Admission, List<String>> checks) {
        this.surroundings = surroundings;
        this.checks = checks;
    }

    /** With its quota reserved. */
    @Nullable
    WorkloadStatus admitted(Workload workload, Outcome.Admit admit, Instant now) {
        if (!stands(workload, admit.workload())) {
            return null;
        }
        Admission admission = Admissions.of(admit.admission());
        Transitions.After after = Transitions.after(
                Transitions.takenBack(workload, now),
                new WorkloadEvent.QuotaGranted(admit.clusterQueue(), checks.apply(workload, admission)),
                now);
        return after.fits()
                ? after.status().toBuilder()
                        .admission(admission)
                        .resourceRequests(List.of())
                        .build()
                : null;
    }

    /** A decision was made on what was then known; it stands as long as nothing of that changed. */
    private boolean stands(Workload workload, dev.turnstile.core.workload.Workload decidedOn) {
        dev.turnstile.core.workload.Workload now = surroundings.view(workload);
        return !WorkloadFacts.finished(workload)
                && !WorkloadFacts.deleting(workload)
                && !now.reserved()
                && now.withEviction(null).equals(decidedOn.withAdmission(null).withEviction(null));
    }

    /** With why it waits. */
    @Nullable
    WorkloadStatus waiting(Workload workload, Outcome.Waiting outcome, Instant now) {
        if (!mayWait(workload, outcome.workload().uid())) {
            return null;
        }
        WorkloadEvent event = outcome instanceof Outcome.Gated gated
                ? new WorkloadEvent.FoundGated(gated.closedGates())
                : new WorkloadEvent.FoundWaiting(outcome.why());
        Transitions.After after = Transitions.after(Transitions.takenBack(workload, now), event, now);
        if (!after.fits() || outcome instanceof Outcome.Blocked) {
            return after.status();
        }
        return after.status().toBuilder()
                .resourceRequests(Admissions.requests(outcome.workload()))
                .build();
    }

    /**
     * With why no cycle decides on it, where its condition says that it is to be evaluated. One that was never
     * evaluated has no condition, and gets none from an equal; one behind the head of a strict queue says so.
     */
    @Nullable
    WorkloadStatus passedOver(Workload workload, PassedOver one, Instant now) {
        boolean silent = Conditions.find(workload.status().conditions(), ConditionType.QUOTA_RESERVED)
                .isEmpty();
        boolean mayBeSaid = toBeEvaluated(workload) || (silent && one.why() instanceof Wait.BehindHead);
        if (!mayWait(workload, one.workload().uid()) || !mayBeSaid) {
            return null;
        }
        WorkloadEvent event = new WorkloadEvent.FoundWaiting(one.why());
        return Transitions.after(Transitions.takenBack(workload, now), event, now)
                .status();
    }

    private static boolean mayWait(Workload workload, String uid) {
        return !WorkloadFacts.finished(workload)
                && !WorkloadFacts.deleting(workload)
                && !WorkloadFacts.reserved(workload)
                && workload.spec().active()
                && Objects.equals(workload.metadata().getUid(), uid);
    }

    /** Whether its condition says that it is in no queue, so that no cycle evaluates it. */
    static boolean outOfQueue(Workload workload) {
        return Lifecycles.waits(workload)
                .filter(why -> OUT_OF_QUEUE.contains(why.reason()))
                .isPresent();
    }

    private static boolean toBeEvaluated(Workload workload) {
        return Lifecycles.waits(workload)
                .filter(why -> NOT_EVALUATED.contains(why.reason()))
                .isPresent();
    }

    /** With what is wrong with it. */
    @Nullable
    WorkloadStatus refused(Workload workload, Surroundings.Problem problem, Instant now) {
        if (WorkloadFacts.finished(workload) || WorkloadFacts.reserved(workload)) {
            return null;
        }
        WorkloadEvent event = new WorkloadEvent.FoundWaiting(new Wait.Misconfigured(problem.message()));
        Transitions.After after = Transitions.after(workload, event, now);
        return after.fits()
                ? after.status().toBuilder()
                        .resourceRequests(Admissions.requests(surroundings.view(workload)))
                        .build()
                : null;
    }

    /** As it is while it is being evicted. */
    static @Nullable WorkloadStatus evicted(Workload workload, Victim victim, Message message, Instant now) {
        return WorkloadFacts.reserved(workload)
                        && !WorkloadFacts.evicted(workload)
                        && !WorkloadFacts.finished(workload)
                        && Objects.equals(
                                workload.metadata().getUid(), victim.workload().uid())
                ? Transitions.status(
                        workload, new WorkloadEvent.Preempted(victim.reason().text(), message), now)
                : null;
    }

    /** Whether a Workload, as it was read last, shows what was assumed; one that is gone is evicted. */
    static boolean shows(@Nullable Workload known, Assumption assumption) {
        boolean reserved =
                known != null && assumption.uid().equals(known.metadata().getUid()) && WorkloadFacts.reserved(known);
        return switch (assumption) {
            case Assumption.OfAdmission _ -> reserved;
            case Assumption.OfEviction _ -> known == null || !reserved || WorkloadFacts.evicted(known);
        };
    }
}
