package dev.turnstile.embedded.control.job;

import dev.turnstile.embedded.control.loop.Notice;
import dev.turnstile.embedded.object.ApiObject;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * How a Job will end. It is first stored as an interim condition, so that a restart cannot change it while pods are
 * still ending; the final condition follows when no pod is left.
 */
sealed interface JobOutcome {
    String COMPLETIONS_REACHED = "CompletionsReached";

    String reason();

    String message();

    String interimCondition();

    String finalCondition();

    Notice notice();

    record Success(String reason, String message) implements JobOutcome {
        @Override
        public String interimCondition() {
            return "SuccessCriteriaMet";
        }

        @Override
        public String finalCondition() {
            return "Complete";
        }

        @Override
        public Notice notice() {
            return Notice.normal("Completed", "Job completed");
        }
    }

    record Failure(String reason, String message) implements JobOutcome {
        @Override
        public String interimCondition() {
            return "FailureTarget";
        }

        @Override
        public String finalCondition() {
            return "Failed";
        }

        @Override
        public Notice notice() {
            return Notice.warning(reason, message);
        }
    }

    static JobOutcome completionsReached() {
        return new Success(COMPLETIONS_REACHED, "Reached expected number of succeeded pods");
    }

    /** The outcome that the Job's status already states. */
    static Optional<JobOutcome> stored(ApiObject job) {
        if (job.isConditionTrue("SuccessCriteriaMet")) {
            return job.condition("SuccessCriteriaMet")
                    .map(condition -> new Success(text(condition, "reason"), text(condition, "message")));
        }
        if (job.isConditionTrue("FailureTarget")) {
            return job.condition("FailureTarget")
                    .map(condition -> new Failure(text(condition, "reason"), text(condition, "message")));
        }
        return Optional.empty();
    }

    private static String text(JsonNode condition, String property) {
        return condition.path(property).asString("");
    }
}
