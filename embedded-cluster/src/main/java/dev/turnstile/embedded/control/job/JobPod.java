package dev.turnstile.embedded.control.job;

import dev.turnstile.embedded.object.ApiObject;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalInt;

/** A pod of a Job as the Job's controller sees it. */
record JobPod(ApiObject object) {
    static final String TRACKING_FINALIZER = "batch.kubernetes.io/job-tracking";
    static final String INDEX_ANNOTATION = "batch.kubernetes.io/job-completion-index";

    /**
     * Deletion order of surplus pods: first those without a node, then those not yet running, then those not yet ready,
     * then the younger ones.
     */
    static final Comparator<JobPod> DISPENSABLE_FIRST = Comparator.comparing(
                    (JobPod pod) -> !pod.object.text("spec", "nodeName").isEmpty())
            .thenComparing(pod -> pod.phase().equals("Running"))
            .thenComparing(JobPod::isReady)
            .thenComparing(pod -> pod.object.creationTimestamp(), Comparator.reverseOrder())
            .thenComparing(pod -> pod.object.name());

    String uid() {
        return object.uid();
    }

    String phase() {
        return object.text("status", "phase");
    }

    boolean hasSucceeded() {
        return phase().equals("Succeeded");
    }

    boolean hasEnded() {
        return hasSucceeded() || phase().equals("Failed");
    }

    boolean isActive() {
        return !hasEnded() && !object.isBeingDeleted();
    }

    boolean isTerminating() {
        return !hasEnded() && object.isBeingDeleted();
    }

    boolean isReady() {
        return object.isConditionTrue("Ready");
    }

    boolean isTracked() {
        return object.finalizers().contains(TRACKING_FINALIZER);
    }

    /** A pod that is being deleted counts as failed as well, since it may never report how it ended. */
    boolean countsAsFailed(JobView job) {
        return phase().equals("Failed") || (!job.replacesOnlyFailedPods() && isTerminating());
    }

    OptionalInt index() {
        var text = object.annotations().get(INDEX_ANNOTATION);
        return text == null || !text.matches("\\d{1,9}") ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(text));
    }

    boolean hasIndexBelow(int completions) {
        var index = index();
        return index.isPresent() && index.getAsInt() < completions;
    }

    int restarts() {
        var restarts = 0;
        for (var list : new String[] {"initContainerStatuses", "containerStatuses"}) {
            for (var status : object.list("status", list)) {
                restarts += status.path("restartCount").asInt(0);
            }
        }
        return restarts;
    }

    /** When the last container ended; if the pod never reported that, when its deletion was requested. */
    Instant finishedAt() {
        return object.list("status", "containerStatuses").stream()
                .map(status -> status.path("state")
                        .path("terminated")
                        .path("finishedAt")
                        .asString(""))
                .filter(text -> !text.isEmpty())
                .map(Instant::parse)
                .max(Comparator.naturalOrder())
                .or(this::unreadySince)
                .or(() -> object.deletionTimestamp()
                        .map(end -> end.minus(
                                Duration.ofSeconds(object.number(0, "metadata", "deletionGracePeriodSeconds")))))
                .orElseGet(object::creationTimestamp);
    }

    private Optional<Instant> unreadySince() {
        return object.condition("Ready")
                .filter(condition -> condition.path("status").asString("").equals("False"))
                .map(condition -> condition.path("lastTransitionTime").asString(""))
                .filter(text -> !text.isEmpty())
                .map(Instant::parse);
    }
}
