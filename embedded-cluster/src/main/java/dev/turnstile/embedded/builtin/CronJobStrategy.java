package dev.turnstile.embedded.builtin;

import dev.turnstile.embedded.Json;
import dev.turnstile.embedded.api.Columns;
import dev.turnstile.embedded.api.ResourceStrategy;
import dev.turnstile.embedded.api.TableColumn;
import dev.turnstile.embedded.schema.FieldError;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Cron jobs are data: nothing starts their jobs here. */
final class CronJobStrategy implements ResourceStrategy {
    @Override
    public void prepareForCreate(ObjectNode cronJob) {
        cronJob.putObject("status");
        defaults(cronJob);
    }

    @Override
    public boolean keepsStatusOnCreate() {
        return true;
    }

    @Override
    public void prepareForUpdate(ObjectNode cronJob, ObjectNode old, String subresource) {
        defaults(cronJob);
    }

    private static void defaults(ObjectNode cronJob) {
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
        return List.of(
                Columns.text("Schedule", "when jobs start", 0, cronJob -> Json.text(cronJob, "spec", "schedule")),
                Columns.text(
                        "Suspend",
                        "whether no more start",
                        0,
                        cronJob -> Json.flag(cronJob, "spec", "suspend") ? "True" : "False"),
                Columns.number(
                        "Active",
                        "how many run",
                        cronJob -> Json.items(cronJob, "status", "active").size()),
                Columns.date(
                        "Last Schedule",
                        "when the last one started",
                        0,
                        cronJob -> Json.text(cronJob, "status", "lastScheduleTime")));
    }
}
