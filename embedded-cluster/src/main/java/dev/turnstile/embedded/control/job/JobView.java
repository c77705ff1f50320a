package dev.turnstile.embedded.control.job;

import dev.turnstile.embedded.object.ApiObject;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** A Job as its controller sees it. */
record JobView(ApiObject object) {
    static final String OWN_MANAGER = "kubernetes.io/job-controller";

    boolean isManagedElsewhere() {
        var manager = object.text("spec", "managedBy");
        return !manager.isEmpty() && !manager.equals(OWN_MANAGER);
    }

    boolean isSuspended() {
        return object.flag("spec", "suspend");
    }

    boolean isIndexed() {
        return object.text("spec", "completionMode").equals("Indexed");
    }

    /** A pod that is being deleted is replaced only once it has failed, and counts as failed only then. */
    boolean replacesOnlyFailedPods() {
        return object.text("spec", "podReplacementPolicy").equals("Failed");
    }

    int parallelism() {
        return object.number(1, "spec", "parallelism");
    }

    OptionalInt completions() {
        return object.number("spec", "completions");
    }

    int backoffLimit() {
        return object.number(6, "spec", "backoffLimit");
    }

    boolean restartsContainers() {
        return object.text("spec", "template", "spec", "restartPolicy").equals("OnFailure");
    }

    Optional<Duration> activeDeadline() {
        var seconds = object.at("spec", "activeDeadlineSeconds");
        return seconds.isNumber() ? Optional.of(Duration.ofSeconds(seconds.asLong())) : Optional.empty();
    }

    Optional<Duration> timeToLive() {
        var seconds = object.number("spec", "ttlSecondsAfterFinished");
        return seconds.isPresent() ? Optional.of(Duration.ofSeconds(seconds.getAsInt())) : Optional.empty();
    }

    Optional<Instant> startTime() {
        return object.time("status", "startTime");
    }

    boolean isFinished() {
        return object.isConditionTrue("Complete") || object.isConditionTrue("Failed");
    }

    /** When the Job became Complete or Failed. */
    Optional<Instant> finishedAt() {
        return object.list("status", "conditions").stream()
                .filter(condition -> condition.path("status").asString("").equals("True"))
                .filter(condition -> Set.of("Complete", "Failed")
                        .contains(condition.path("type").asString("")))
                .map(condition ->
                        Instant.parse(condition.path("lastTransitionTime").asString("")))
                .findFirst();
    }

    int succeeded() {
        return object.number(0, "status", "succeeded");
    }

    int failed() {
        return object.number(0, "status", "failed");
    }

    Indexes completedIndexes() {
        return Indexes.parse(
                object.text("status", "completedIndexes"), completions().orElse(0));
    }

    /**
     * Uids of pods whose outcome is stored in the status but not in the counters, because they may still have the
     * finalizer.
     */
    Set<String> uncounted(String outcome) {
        var uids = new LinkedHashSet<String>();
        object.list("status", "uncountedTerminatedPods", outcome).stream()
                .map(JsonNode::asString)
                .forEach(uids::add);
        return uids;
    }
}
