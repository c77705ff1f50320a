package dev.turnstile.embedded.control.job;

import dev.turnstile.embedded.control.loop.Pace;
import dev.turnstile.embedded.object.ApiObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * Decides the next step of a Job from the Job, its pods and the time, in the order of Kubernetes' job controller: first
 * the pods, then the status that counts them, then the finalizers of the counted pods.
 *
 * <p>Every pod must count exactly once, whatever is repeated or lost. So a pod has a finalizer until the stored status
 * lists its uid as ended; only then is the finalizer removed; and only the next status moves the uid into a counter.
 *
 * <p>Example: completions 1, its pod succeeded. Write {uncounted: [pod], SuccessCriteriaMet}; remove the pod's
 * finalizer; write {succeeded: 1, uncounted: [], Complete}; rest.
 */
public final class JobReconciliation {
    static final int MOST_PODS_AT_ONCE = 500;

    private final JobView job;
    private final List<JobPod> pods;
    private final List<JobPod> active;
    private final Instant now;
    private final Pace pace;
    private final JobTally tally;

    private JobReconciliation(ApiObject job, List<ApiObject> pods, Instant now, Pace pace) {
        this.job = new JobView(job);
        this.pods = pods.stream()
                .map(JobPod::new)
                .sorted(Comparator.comparing(pod -> pod.object().name()))
                .toList();
        this.active = this.pods.stream().filter(JobPod::isActive).toList();
        this.now = now;
        this.pace = pace;
        this.tally = JobTally.of(this.job, this.pods);
    }

    /** Returns the next step for the Job; {@code pods} are all pods that it controls. */
    public static JobStep next(ApiObject job, List<ApiObject> pods, Instant now, Pace pace) {
        return new JobReconciliation(job, pods, now, pace).next();
    }

    private JobStep next() {
        if (job.isManagedElsewhere()) {
            return new JobStep.Rest(Optional.empty());
        }
        if (job.isFinished()) {
            return afterTheEnd();
        }
        var verdict = verdict();
        if (verdict.isPresent()) {
            return active.isEmpty() ? count(verdict) : new JobStep.DeletePods(objects(active), false);
        }
        if (!job.object().isBeingDeleted()) {
            var step = podStep();
            if (step.isPresent()) {
                return step.get();
            }
        }
        return count(isComplete() ? Optional.of(JobOutcome.completionsReached()) : Optional.empty());
    }

    private JobStep afterTheEnd() {
        var tracked = pods.stream().filter(JobPod::isTracked).toList();
        if (!tracked.isEmpty()) {
            return new JobStep.ReleasePods(objects(tracked));
        }
        var expiry = job.timeToLive().flatMap(life -> job.finishedAt().map(end -> pace.after(end, life)));
        if (expiry.isEmpty() || job.object().isBeingDeleted()) {
            return new JobStep.Rest(Optional.empty());
        }
        return now.isBefore(expiry.get()) ? new JobStep.Rest(expiry) : new JobStep.DeleteJob();
    }

    private Optional<JobOutcome> verdict() {
        var stored = JobOutcome.stored(job.object());
        if (stored.isPresent()) {
            return stored;
        }
        if (tally.failed() > job.backoffLimit() || hasRestartedTooOften()) {
            return Optional.of(
                    new JobOutcome.Failure("BackoffLimitExceeded", "Job has reached the specified backoff limit"));
        }
        var deadline = deadline();
        if (deadline.isPresent() && !now.isBefore(deadline.get())) {
            return Optional.of(
                    new JobOutcome.Failure("DeadlineExceeded", "Job was active longer than specified deadline"));
        }
        return Optional.empty();
    }

    private Optional<Instant> deadline() {
        return job.isSuspended()
                ? Optional.empty()
                : job.activeDeadline().flatMap(limit -> job.startTime().map(start -> pace.after(start, limit)));
    }

    private boolean hasRestartedTooOften() {
        if (!job.restartsContainers()) {
            return false;
        }
        var restarts = pods.stream()
                .filter(pod -> !pod.hasEnded())
                .mapToInt(JobPod::restarts)
                .sum();
        return job.backoffLimit() == 0 ? restarts > 0 : restarts >= job.backoffLimit();
    }

    private boolean isComplete() {
        if (!active.isEmpty() || job.object().isBeingDeleted()) {
            return false;
        }
        return job.completions().isPresent()
                ? tally.succeeded() >= job.completions().getAsInt()
                : tally.succeeded() > 0;
    }

    private Optional<JobStep> podStep() {
        if (job.isSuspended()) {
            return active.isEmpty() ? Optional.empty() : Optional.of(new JobStep.DeletePods(objects(active), true));
        }
        var surplus = surplus();
        if (!surplus.isEmpty()) {
            return Optional.of(new JobStep.DeletePods(objects(surplus), true));
        }
        var missing = wanted() - active.size() - (job.replacesOnlyFailedPods() ? terminating() : 0);
        if (missing <= 0 || backoff().isPresent()) {
            return Optional.empty();
        }
        return Optional.of(new JobStep.CreatePods(newPods(Math.min(missing, MOST_PODS_AT_ONCE)).stream()
                .map(index -> JobPodTemplate.pod(job, index))
                .toList()));
    }

    private int wanted() {
        if (job.completions().isEmpty()) {
            return tally.succeeded() > 0 ? active.size() : job.parallelism();
        }
        return Math.clamp((long) job.completions().getAsInt() - tally.succeeded(), 0, job.parallelism());
    }

    private int terminating() {
        return (int) pods.stream().filter(JobPod::isTerminating).count();
    }

    /** Until when failures delay new pods, if that is in the future. */
    private Optional<Instant> backoff() {
        return FailureBackoff.until(pods, pace).filter(now::isBefore);
    }

    /** Surplus active pods: those with an invalid or repeated index, then the others in deletion order. */
    private List<JobPod> surplus() {
        var surplus = new ArrayList<JobPod>();
        var rest = new ArrayList<JobPod>();
        var indexes = new HashSet<Integer>();
        for (var pod :
                active.stream().sorted(JobPod.DISPENSABLE_FIRST.reversed()).toList()) {
            var fits = !job.isIndexed()
                    || (pod.hasIndexBelow(job.completions().orElse(0))
                            && indexes.add(pod.index().orElseThrow()));
            (fits ? rest : surplus).add(pod);
        }
        rest.sort(JobPod.DISPENSABLE_FIRST);
        var more = Math.clamp((long) active.size() - wanted() - surplus.size(), 0, rest.size());
        return Stream.concat(surplus.stream(), rest.stream().limit(more))
                .limit(MOST_PODS_AT_ONCE)
                .toList();
    }

    private List<OptionalInt> newPods(int count) {
        if (!job.isIndexed()) {
            return Collections.nCopies(count, OptionalInt.empty());
        }
        var taken = tally.completedIndexes();
        for (var pod : pods) {
            if ((pod.isActive() || (job.replacesOnlyFailedPods() && pod.isTerminating()))
                    && pod.index().isPresent()) {
                taken = taken.with(pod.index().getAsInt());
            }
        }
        var free = new ArrayList<OptionalInt>(count);
        var completions = job.completions().orElse(0);
        for (var index = taken.firstAbsentFrom(0);
                index < completions && free.size() < count;
                index = taken.firstAbsentFrom(index + 1)) {
            free.add(OptionalInt.of(index));
        }
        return free;
    }

    private JobStep count(Optional<JobOutcome> verdict) {
        var update = new JobStatusUpdate(job, pods, tally, verdict, now);
        var written = update.status();
        if (!written.status().equals(job.object().at("status"))) {
            return written;
        }
        var released = update.podsToRelease();
        return released.isEmpty()
                ? new JobStep.Rest(
                        Stream.concat(backoff().stream(), deadline().stream()).min(Comparator.naturalOrder()))
                : new JobStep.ReleasePods(objects(released));
    }

    private static List<ApiObject> objects(List<JobPod> pods) {
        return pods.stream().map(JobPod::object).toList();
    }
}
