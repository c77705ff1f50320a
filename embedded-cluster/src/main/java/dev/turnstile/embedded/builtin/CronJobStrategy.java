package dev.turnstile.embedded.builtin;

import dev.turnstile.embedded.api.Columns;
import dev.turnstile.embedded.api.ResourceStrategy;
import dev.turnstile.embedded.api.TableColumn;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.schema.FieldError;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** Cron jobs are data: no controller starts their jobs. */
final class CronJobStrategy implements ResourceStrategy {
    @Override
    public void prepareForCreate(ObjectNode cronJob) {
        cronJob.putObject("status");
    }

    @Override
    public boolean keepsStatusOnCreate() {
        return true;
    }

    @Override
    public void complete(ObjectNode cronJob) {
        ObjectNode spec = Json.child(cronJob, "spec");
        WebhookConfigurationStrategy.putIfMissing(spec, "concurrencyPolicy", "Allow");
        if (Json.at(spec, "suspend") == null) {
            spec.put("suspend", false);
        }
        if (Json.at(spec, "successfulJobsHistoryLimit") == null) {
            spec.put("successfulJobsHistoryLimit", 3);
        }
        if (Json.at(spec, "failedJobsHistoryLimit") == null) {
            spec.put("failedJobsHistoryLimit", 1);
        }
        if (Json.at(spec, "jobTemplate", "spec", "template", "spec") instanceof ObjectNode podSpec) {
            PodSpecDefaults.apply(podSpec);
        }
    }

    @Override
    public List<FieldError> validateCreate(ObjectNode cronJob) {
        List<FieldError> errors = new ArrayList<>();
        if (Json.text(cronJob, "spec", "schedule").isEmpty()) {
            errors.add(FieldError.required("spec.schedule", ""));
        }
        String policy = Json.text(cronJob, "spec", "concurrencyPolicy");
        if (!List.of("Allow", "Forbid", "Replace").contains(policy)) {
            errors.add(
                    FieldError.notSupported("spec.concurrencyPolicy", policy, List.of("Allow", "Forbid", "Replace")));
        }
        return errors;
    }

    @Override
    public List<FieldError> validateUpdate(ObjectNode cronJob, ObjectNode old, String subresource) {
        return validateCreate(cronJob);
    }

    @Override
    public List<TableColumn> columns() {
        List<TableColumn> columns = new ArrayList<>(List.of(
                Columns.text("Schedule", "when jobs start", 0, cronJob -> Json.text(cronJob, "spec", "schedule")),
                Columns.text(
                        "Timezone",
                        "where it is that time",
                        0,
                        cronJob -> orNone(Json.text(cronJob, "spec", "timeZone"))),
                Columns.text(
                        "Suspend",
                        "whether no more start",
                        0,
                        cronJob -> Json.flag(cronJob, "spec", "suspend") ? "True" : "False"),
                Columns.number(
                        "Active",
                        "how many run",
                        cronJob -> Json.items(cronJob, "status", "active").size()),
                new TableColumn("Last Schedule", "string", "", "when the last one started", 0, (cronJob, now) -> {
                    String last = Json.text(cronJob, "status", "lastScheduleTime");
                    return StringNode.valueOf(last.isEmpty() ? "<none>" : Columns.age(last, now));
                })));
        columns.addAll(TemplateColumns.containers("spec", "jobTemplate", "spec", "template", "spec"));
        columns.add(TemplateColumns.selector(
                cronJob -> Labels.print(Json.at(cronJob, "spec", "jobTemplate", "spec", "selector"))));
        return columns;
    }

    private static String orNone(String text) {
        return text.isEmpty() ? "<none>" : text;
    }
}
