package dev.turnstile.worker.job;

import dev.turnstile.model.condition.Condition;
import dev.turnstile.model.condition.Conditions;
import dev.turnstile.model.kueue.ReclaimablePod;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.vocabulary.ConditionType;
import dev.turnstile.vocabulary.FinishedReason;
import dev.turnstile.worker.inbound.WorkloadFacts;
import dev.turnstile.worker.job.JobView.StartTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What to do next about a job and its Workload. Pure, and the same for every kind of job.
 *
 * <p>The two lists below are the precedence: the first rule that returns a step decides. What is over is finished
 * first, and what must stop is stopped before anything is started.
 */
final class JobDecision {
    private static final String NOT_ADMITTED = "Not admitted by cluster queue";

    /** Returns a step where it applies, or null. */
    private interface Rule {
        @Nullable
        JobStep step(JobDecision decision, Workload workload);
    }

    private static final List<Rule> WITH_WORKLOAD = List.of(
            JobDecision::adopt,
            JobDecision::releaseWorkload,
            JobDecision::leaveFinished,
            JobDecision::deleteExpired,
            JobDecision::reclaim,
            JobDecision::finish,
            JobDecision::mendMismatch,
            JobDecision::evict,
            JobDecision::start,
            JobDecision::stop,
            (decision, _) -> decision.restore(),
            JobDecision::follow);

    private final JobView job;
    private final JobRules rules;
    private final Instant now;
    private final boolean prebuilt;

    private JobDecision(JobView job, JobRules rules, Instant now) {
        this.job = job;
        this.rules = rules;
        this.now = now;
        this.prebuilt = PrebuiltWorkloads.name(job.metadata()) != null;
    }

    static JobStep of(JobView job, JobRules rules, Instant now) {
        JobDecision decision = new JobDecision(job, rules, now);
        Workload workload = job.workload();
        if (job.metadata().deleting()) {
            return leave(workload);
        }
        if (workload == null) {
            return decision.withoutWorkload();
        }
        return WITH_WORKLOAD.stream()
                .map(rule -> rule.step(decision, workload))
                .filter(Objects::nonNull)
                .findFirst()
                .orElseThrow();
    }

    /** A job that is deleted in the foreground goes after its Workload, which waits for nothing but our finalizer. */
    private static JobStep leave(@Nullable Workload workload) {
        return workload != null && WorkloadFacts.deleting(workload)
                ? new JobStep.RemoveWorkloadFinalizer()
                : new JobStep.Rest(null);
    }

    private JobStep withoutWorkload() {
        if (job.ending() != null) {
            return new JobStep.Rest(null);
        }
        SchedulingGate gate =
                rules.schedulingGates() ? SchedulingGate.of(job.metadata().annotations()) : null;
        if (!job.run().suspended()) {
            return new JobStep.Stop(gate == null ? NOT_ADMITTED : gate.inWords());
        }
        if (gate != null) {
            return new JobStep.Rest(null);
        }
        JobStep restored = restore();
        if (restored != null) {
            return restored;
        }
        return prebuilt
                ? new JobStep.Rest(null)
                : new JobStep.Create(job.template().podSets());
    }

    private @Nullable JobStep adopt(Workload workload) {
        return prebuilt && PrebuiltWorkloads.free(workload) ? new JobStep.Adopt() : null;
    }

    private @Nullable JobStep releaseWorkload(Workload workload) {
        if (!WorkloadFacts.deleting(workload)) {
            return null;
        }
        JobStep step = job.ending() != null || WorkloadFacts.finished(workload)
                ? null
                : bringToRest(workload, "Workload is deleted");
        return step == null ? new JobStep.RemoveWorkloadFinalizer() : step;
    }

    private @Nullable JobStep leaveFinished(Workload workload) {
        return WorkloadFacts.finished(workload) ? new JobStep.Rest(null) : null;
    }

    private @Nullable JobStep deleteExpired(Workload workload) {
        return rules.keptUntil(workload).filter(end -> !now.isBefore(end)).isPresent() ? new JobStep.DeleteJob() : null;
    }

    private @Nullable JobStep reclaim(Workload workload) {
        List<ReclaimablePod> done = job.pods().reclaimable();
        return done.isEmpty() || done.equals(workload.status().reclaimablePods()) || !WorkloadFacts.reserved(workload)
                ? null
                : new JobStep.Reclaim(done);
    }

    private @Nullable JobStep finish(Workload workload) {
        Integration.Ending ending = job.ending();
        return ending == null
                ? null
                : new JobStep.Finish(
                        ending.succeeded() ? FinishedReason.SUCCEEDED : FinishedReason.FAILED, ending.message());
    }

    /** A job that waits takes its Workload along; one that holds quota is stopped and gets a new one. */
    private @Nullable JobStep mendMismatch(Workload workload) {
        boolean suspended = job.run().suspended();
        // What waits with a Workload that somebody else made is for them to keep in step.
        if (job.template().matches() || (prebuilt && suspended)) {
            return null;
        }
        if (prebuilt) {
            return new JobStep.EndOutOfSync();
        }
        if (suspended && !WorkloadFacts.reserved(workload)) {
            return new JobStep.ChangePodSets(job.template().podSets());
        }
        JobStep step =
                bringToRest(workload, "No matching Workload; restoring pod templates according to existent Workload");
        return step == null ? new JobStep.DeleteWorkload() : step;
    }

    private @Nullable JobStep evict(Workload workload) {
        if (!WorkloadFacts.evicted(workload) || !WorkloadFacts.reserved(workload)) {
            return null;
        }
        JobStep step = bringToRest(workload, evictionMessage(workload));
        return step == null ? new JobStep.Release() : step;
    }

    private @Nullable JobStep start(Workload workload) {
        if (!WorkloadFacts.admitted(workload) || !job.run().suspended()) {
            return null;
        }
        if (job.run().startTime() != StartTime.NONE) {
            return clearStartTime(workload);
        }
        return switch (job.placement().orElseThrow()) {
            case Placements.Found.Places(List<Integration.Placement> places) -> new JobStep.Start(places);
            // The flavor's appearance requeues the job.
            case Placements.Found.NotYet _ -> rest(workload);
            case Placements.Found.Contradiction(String message) ->
                new JobStep.Finish(FinishedReason.FAILED_TO_START, message);
        };
    }

    private @Nullable JobStep stop(Workload workload) {
        return WorkloadFacts.admitted(workload) || job.run().suspended()
                ? null
                : new JobStep.Stop(WorkloadFacts.evicted(workload) ? evictionMessage(workload) : NOT_ADMITTED);
    }

    private @Nullable JobStep restore() {
        if (!job.run().suspended() || !job.template().placed()) {
            return null;
        }
        Workload workload = job.workload();
        return job.run().startTime() == StartTime.NONE
                ? new JobStep.Restore(
                        workload == null
                                ? job.template().podSets()
                                : workload.spec().podSets())
                : clearStartTime(workload);
    }

    private JobStep follow(Workload workload) {
        return new JobStep.Follow(WorkloadFacts.admitted(workload) && job.pods().ready(), untilExpired(workload));
    }

    /** The next step towards a job that does not run and is what its user wrote, or null where it is that. */
    private @Nullable JobStep bringToRest(Workload workload, String why) {
        if (!job.run().suspended()) {
            return new JobStep.Stop(why);
        }
        JobStep restored = restore();
        return restored == null && job.run().active() ? rest(workload) : restored;
    }

    /** The job's own controller is waited for: a start time that goes earlier comes back. */
    private JobStep clearStartTime(@Nullable Workload workload) {
        return job.run().startTime() == StartTime.REMOVABLE ? new JobStep.ClearStartTime() : rest(workload);
    }

    private JobStep rest(@Nullable Workload workload) {
        return new JobStep.Rest(workload == null ? null : untilExpired(workload));
    }

    private @Nullable Duration untilExpired(Workload workload) {
        return rules.keptUntil(workload)
                .map(end -> Duration.between(now, end).plusMillis(1))
                .orElse(null);
    }

    private static String evictionMessage(Workload workload) {
        return Conditions.find(workload.status().conditions(), ConditionType.EVICTED)
                .map(Condition::message)
                .orElse("");
    }
}
