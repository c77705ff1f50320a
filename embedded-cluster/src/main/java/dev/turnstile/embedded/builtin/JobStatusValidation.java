package dev.turnstile.embedded.builtin;

import dev.turnstile.embedded.object.ApiObject;
import dev.turnstile.embedded.schema.FieldError;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/**
 * Validates the status of a Job. Jobs can be managed by other controllers, so the API checks that a status is
 * consistent. Most rules apply only to what changed, so that an inconsistent status can be corrected step by step.
 */
final class JobStatusValidation {
    private final ApiObject job;
    private final ApiObject old;
    private final List<FieldError> errors = new ArrayList<>();

    private JobStatusValidation(ApiObject job, ApiObject old) {
        this.job = job;
        this.old = old;
    }

    static List<FieldError> update(ApiObject job, ApiObject old) {
        var validation = new JobStatusValidation(job, old);
        validation.counters();
        validation.uncounted();
        validation.conditions();
        validation.times();
        validation.pods();
        validation.indexes();
        return validation.errors;
    }

    private void counters() {
        for (var counter : List.of("active", "succeeded", "failed", "ready", "terminating")) {
            if (job.number(0, "status", counter) < 0) {
                invalid(counter, "must be greater than or equal to 0");
            }
        }
        if (job.number(0, "status", "failed") < old.number(0, "status", "failed")) {
            invalid("failed", "cannot decrease the failed counter");
        }
        var maySucceedLess =
                JobValidation.isIndexed(job) && job.at("spec", "completions").equals(job.at("spec", "parallelism"));
        if (!maySucceedLess && job.number(0, "status", "succeeded") < old.number(0, "status", "succeeded")) {
            invalid("succeeded", "cannot decrease the succeeded counter");
        }
        if ((changed("ready") || changed("active"))
                && job.number(0, "status", "ready") > job.number(0, "status", "active")) {
            invalid("ready", "cannot set more ready pods than active");
        }
    }

    private void uncounted() {
        var seen = new HashSet<String>();
        for (var outcome : List.of("succeeded", "failed")) {
            var uids = job.list("status", "uncountedTerminatedPods", outcome);
            for (var i = 0; i < uids.size(); i++) {
                var uid = uids.get(i).asString("");
                var path = "status.uncountedTerminatedPods." + outcome + "[" + i + "]";
                if (uid.isEmpty()) {
                    errors.add(FieldError.invalid(path, uid, "must not be empty"));
                } else if (!seen.add(uid)) {
                    errors.add(FieldError.duplicate(path, uid));
                }
            }
        }
    }

    private void conditions() {
        var completeChanged = flipped("Complete");
        var failedChanged = flipped("Failed");
        if ((completeChanged || failedChanged) && is("Complete") && is("Failed")) {
            conditions("cannot set Complete=True and Failed=true conditions");
        }
        if ((completeChanged || flipped("FailureTarget")) && is("Complete") && is("FailureTarget")) {
            conditions("cannot set Complete=True and FailureTarget=true conditions");
        }
        if ((failedChanged || changed("failedIndexes")) && is("Failed") && !is("FailureTarget")) {
            conditions("cannot set Failed=True condition without the FailureTarget=true condition");
        }
        if ((completeChanged || flipped("SuccessCriteriaMet")) && is("Complete") && !is("SuccessCriteriaMet")) {
            conditions("cannot set Complete=True condition without the SuccessCriteriaMet=true condition");
        }
        if (is("SuccessCriteriaMet") && is("Failed")) {
            conditions("cannot set SuccessCriteriaMet=True and Failed=true conditions");
        }
        if (is("SuccessCriteriaMet") && is("FailureTarget")) {
            conditions("cannot set SuccessCriteriaMet=True and FailureTarget=true conditions");
        }
        for (var terminal : List.of("Failed", "Complete", "FailureTarget")) {
            if (was(terminal) && !is(terminal)) {
                conditions("cannot disable the terminal " + terminal + "=True condition");
            }
        }
        if (was("SuccessCriteriaMet") && !is("SuccessCriteriaMet")) {
            conditions("cannot disable the SuccessCriteriaMet=True condition");
        }
        if (was("Complete") && !was("SuccessCriteriaMet") && is("SuccessCriteriaMet")) {
            conditions("cannot set SuccessCriteriaMet=True for Job already has Complete=true conditions");
        }
    }

    private void times() {
        var completion = job.time("status", "completionTime");
        var start = job.time("status", "startTime");
        var completionChanged = changed("completionTime");
        if ((flipped("Complete") || completionChanged) && completion.isPresent() && !is("Complete")) {
            invalid("completionTime", "cannot set completionTime when there is no Complete=True condition");
        }
        if ((flipped("Complete") || completionChanged) && completion.isEmpty() && is("Complete")) {
            errors.add(FieldError.required("status.completionTime", "completionTime is required for Complete jobs"));
        }
        if ((changed("startTime") || completionChanged)
                && Optional.of(false)
                        .equals(start.map(begin ->
                                completion.isEmpty() || !completion.get().isBefore(begin)))) {
            invalid("completionTime", "must be equal to or after `startTime`");
        }
        if (completion.isPresent() && old.time("status", "completionTime").isPresent() && completionChanged) {
            invalid("completionTime", "field is immutable");
        }
        var resumes = was("Suspended")
                && job.condition("Suspended")
                        .filter(condition ->
                                condition.path("status").asString("").equals("False"))
                        .isPresent();
        if (changed("startTime")
                && !resumes
                && old.time("status", "startTime").isPresent()
                && !job.flag("spec", "suspend")) {
            invalid("startTime", "field is immutable for unsuspended job once set");
        }
        var hasNothingToDo = job.flag("spec", "suspend") && job.number(1, "spec", "completions") == 0;
        if ((finishedFlipped() || changed("startTime")) && !hasNothingToDo && isFinished() && start.isEmpty()) {
            errors.add(FieldError.required("status.startTime", "startTime is required for finished job"));
        }
    }

    private void pods() {
        if (!isFinished()) {
            return;
        }
        if ((finishedFlipped() || changed("active")) && job.number(0, "status", "active") > 0) {
            invalid("active", "active>0 is invalid for finished job");
        }
        if ((finishedFlipped() || changed("terminating")) && job.number(0, "status", "terminating") > 0) {
            invalid("terminating", "terminating>0 is invalid for finished job");
        }
        var left = job.list("status", "uncountedTerminatedPods", "succeeded").size()
                + job.list("status", "uncountedTerminatedPods", "failed").size();
        if ((finishedFlipped() || changed("uncountedTerminatedPods")) && left > 0) {
            invalid("uncountedTerminatedPods", "must be empty for finished job");
        }
    }

    private void indexes() {
        if (changed("completedIndexes")
                && !job.text("status", "completedIndexes").isEmpty()
                && !JobValidation.isIndexed(job)) {
            invalid("completedIndexes", "cannot set non-empty completedIndexes when non-indexed completion mode");
        }
        if (changed("failedIndexes")
                && job.at("status", "failedIndexes").isString()
                && job.at("spec", "backoffLimitPerIndex").isMissingNode()) {
            invalid("failedIndexes", "cannot set non-null failedIndexes when backoffLimitPerIndex is null");
        }
    }

    private void invalid(String property, String detail) {
        var value = job.at("status", property);
        errors.add(FieldError.invalid("status." + property, value.isMissingNode() ? null : value, detail));
    }

    /** Kubernetes omits the value of all conditions from the message. */
    private void conditions(String detail) {
        errors.add(new FieldError(FieldError.ErrorType.INVALID, "status.conditions", FieldError.OMITTED, detail));
    }

    private boolean is(String condition) {
        return job.isConditionTrue(condition);
    }

    private boolean was(String condition) {
        return old.isConditionTrue(condition);
    }

    private boolean flipped(String condition) {
        return is(condition) != was(condition);
    }

    private boolean isFinished() {
        return is("Complete") || is("Failed");
    }

    private boolean finishedFlipped() {
        return isFinished() != (was("Complete") || was("Failed"));
    }

    private boolean changed(String property) {
        return !job.at("status", property).equals(old.at("status", property));
    }
}
