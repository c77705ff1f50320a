package dev.turnstile.embedded.control.job;

import dev.turnstile.embedded.control.loop.Notice;
import dev.turnstile.embedded.object.ApiObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Computes the status of a Job from its pods and its outcome. */
final class JobStatusUpdate {
    private final JobView job;
    private final List<JobPod> pods;
    private final JobTally tally;
    private final Optional<JobOutcome> verdict;
    private final Instant now;
    private final ObjectNode status;
    private final List<Notice> notices = new ArrayList<>();

    JobStatusUpdate(JobView job, List<JobPod> pods, JobTally tally, Optional<JobOutcome> verdict, Instant now) {
        this.job = job;
        this.pods = pods;
        this.tally = tally;
        this.verdict = verdict;
        this.now = now;
        this.status = job.object().at("status") instanceof ObjectNode stored
                ? stored.deepCopy()
                : JsonNodeFactory.instance.objectNode();
    }

    JobStep.WriteStatus status() {
        if (job.startTime().isEmpty() && !job.isSuspended()) {
            status.put("startTime", ApiObject.timestamp(now));
        }
        if (verdict.isEmpty() && !job.object().isBeingDeleted()) {
            showSuspension();
        }
        showPods();
        verdict.ifPresent(this::showVerdict);
        return new JobStep.WriteStatus(status, notices);
    }

    /** The pods whose outcome the stored status contains if it equals this one. */
    List<JobPod> podsToRelease() {
        return pods.stream()
                .filter(JobPod::isTracked)
                .filter(pod -> job.object().isBeingDeleted()
                        || verdict.filter(decided -> !mayStillSucceed(pod, decided))
                                .isPresent()
                        || pod.hasSucceeded()
                        || pod.countsAsFailed(job))
                .limit(JobReconciliation.MOST_PODS_AT_ONCE)
                .toList();
    }

    /** If only failed pods are replaced, a pod that is being deleted counts when it has ended. */
    private boolean mayStillSucceed(JobPod pod, JobOutcome decided) {
        return decided instanceof JobOutcome.Failure && job.replacesOnlyFailedPods() && pod.isTerminating();
    }

    private void showPods() {
        var active = pods.stream().filter(JobPod::isActive).toList();
        var terminating = pods.stream().filter(JobPod::isTerminating).count();
        putCount("active", active.size());
        status.put("ready", (int) active.stream().filter(JobPod::isReady).count());
        status.put("terminating", (int) terminating);
        putCount("failed", job.failed() + tally.countedFailed());
        if (job.isIndexed()) {
            putCount("succeeded", tally.completedIndexes().count());
            var indexes = tally.completedIndexes().toString();
            if (indexes.isEmpty()) {
                status.remove("completedIndexes");
            } else {
                status.put("completedIndexes", indexes);
            }
        } else {
            putCount("succeeded", job.succeeded() + tally.countedSucceeded());
        }
        var uncounted = JsonNodeFactory.instance.objectNode();
        putUids(uncounted, "succeeded", tally.uncountedSucceeded());
        putUids(uncounted, "failed", tally.uncountedFailed());
        status.set("uncountedTerminatedPods", uncounted);
    }

    /** Kubernetes omits counters that are zero. */
    private void putCount(String property, int count) {
        if (count == 0) {
            status.remove(property);
        } else {
            status.put(property, count);
        }
    }

    private static void putUids(ObjectNode uncounted, String property, Set<String> uids) {
        if (!uids.isEmpty()) {
            var array = uncounted.putArray(property);
            uids.forEach(array::add);
        }
    }

    private void showSuspension() {
        if (job.isSuspended()) {
            if (setCondition("Suspended", "True", "JobSuspended", "Job suspended")) {
                notices.add(Notice.normal("Suspended", "Job suspended"));
                status.remove("startTime");
            }
        } else if (job.object().condition("Suspended").isPresent()
                && setCondition("Suspended", "False", "JobResumed", "Job resumed")) {
            notices.add(Notice.normal("Resumed", "Job resumed"));
            status.put("startTime", ApiObject.timestamp(now));
        }
    }

    private void showVerdict(JobOutcome decided) {
        var interimIsStored = job.object().isConditionTrue(decided.interimCondition());
        var podsAreGone = podsToRelease().isEmpty()
                && tally.uncountedSucceeded().isEmpty()
                && tally.uncountedFailed().isEmpty()
                && pods.stream().noneMatch(JobPod::isTerminating);
        if (!interimIsStored) {
            setCondition(decided.interimCondition(), "True", decided.reason(), decided.message());
        } else if (podsAreGone) {
            setCondition(decided.finalCondition(), "True", decided.reason(), decided.message());
            if (decided instanceof JobOutcome.Success) {
                status.put("completionTime", ApiObject.timestamp(now));
            }
            notices.add(decided.notice());
        }
    }

    /** Sets the condition; returns whether that changed anything but the times. */
    private boolean setCondition(String type, String value, String reason, String message) {
        var conditions = status.withArrayProperty("conditions");
        ObjectNode condition = null;
        for (JsonNode candidate : conditions) {
            if (candidate.path("type").asString("").equals(type)) {
                condition = (ObjectNode) candidate;
            }
        }
        if (condition == null) {
            condition = conditions.addObject().put("type", type);
        } else if (condition.path("status").asString("").equals(value)
                && condition.path("reason").asString("").equals(reason)
                && condition.path("message").asString("").equals(message)) {
            return false;
        }
        condition.put("status", value);
        condition.put("lastProbeTime", ApiObject.timestamp(now));
        condition.put("lastTransitionTime", ApiObject.timestamp(now));
        condition.put("reason", reason);
        condition.put("message", message);
        return true;
    }
}
