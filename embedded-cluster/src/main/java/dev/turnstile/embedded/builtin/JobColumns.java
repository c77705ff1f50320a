package dev.turnstile.embedded.builtin;

import dev.turnstile.embedded.api.Columns;
import dev.turnstile.embedded.api.TableColumn;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.object.ApiObject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** The columns of {@code kubectl get jobs}. */
final class JobColumns {
    static final List<TableColumn> ALL = List.of(
            Columns.text("Status", "Status of the job.", 0, JobColumns::status),
            Columns.text(
                    "Completions", "The number of pods which reached phase Succeeded.", 0, JobColumns::completions),
            new TableColumn(
                    "Duration",
                    "string",
                    "",
                    "Time required to complete the job.",
                    0,
                    (job, now) -> StringNode.valueOf(duration(job, now))),
            Columns.text("Containers", "Names of each container in the template.", 1, job -> containers(job, "name")),
            Columns.text(
                    "Images",
                    "Images referenced by each container in the template.",
                    1,
                    job -> containers(job, "image")),
            Columns.text(
                    "Selector", "A label query over pods that should match the pod count.", 1, JobColumns::selector));

    private JobColumns() {}

    private static String status(ObjectNode object) {
        var job = new ApiObject(object);
        Function<String, Boolean> is = job::isConditionTrue;
        if (is.apply("Complete")) {
            return "Complete";
        }
        if (is.apply("Failed")) {
            return "Failed";
        }
        if (job.isBeingDeleted()) {
            return "Terminating";
        }
        if (is.apply("Suspended")) {
            return "Suspended";
        }
        if (is.apply("FailureTarget")) {
            return "FailureTarget";
        }
        return is.apply("SuccessCriteriaMet") ? "SuccessCriteriaMet" : "Running";
    }

    private static String completions(ObjectNode object) {
        var job = new ApiObject(object);
        var succeeded = job.number(0, "status", "succeeded");
        var completions = job.number("spec", "completions");
        if (completions.isPresent()) {
            return succeeded + "/" + completions.getAsInt();
        }
        var parallelism = job.number(0, "spec", "parallelism");
        return parallelism > 1 ? succeeded + "/1 of " + parallelism : succeeded + "/1";
    }

    private static String duration(ObjectNode object, Instant now) {
        var job = new ApiObject(object);
        return job.time("status", "startTime")
                .map(start -> Columns.duration(Duration.between(
                        start, job.time("status", "completionTime").orElse(now))))
                .orElse("");
    }

    private static String containers(ObjectNode object, String property) {
        return Json.items(object, "spec", "template", "spec", "containers").stream()
                .map(container -> Json.text(container, property))
                .collect(Collectors.joining(","));
    }

    private static String selector(ObjectNode object) {
        return new ApiObject(object)
                .texts("spec", "selector", "matchLabels").entrySet().stream()
                        .map(label -> label.getKey() + "=" + label.getValue())
                        .collect(Collectors.joining(","));
    }
}
