package dev.turnstile.embedded.builtin;

import dev.turnstile.embedded.api.Columns;
import dev.turnstile.embedded.api.ResourceStrategy;
import dev.turnstile.embedded.api.TableColumn;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.schema.FieldError;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Who serves a group and version: this API server, or the one behind a Service. */
final class ApiServiceStrategy implements ResourceStrategy {
    private static final int HTTPS = 443;
    private static final int HIGHEST_GROUP = 20_000;
    private static final int HIGHEST_VERSION = 1_000;

    @Override
    public void complete(ObjectNode object) {
        if (object.path("spec").path("service") instanceof ObjectNode service && !service.has("port")) {
            service.put("port", HTTPS);
        }
    }

    @Override
    public List<FieldError> validateCreate(ObjectNode object) {
        List<FieldError> errors = new ArrayList<>();
        String expected = Json.text(object, "spec", "version") + "." + Json.text(object, "spec", "group");
        if (!Json.name(object).equals(expected)) {
            errors.add(FieldError.invalid(
                    "metadata.name",
                    Json.name(object),
                    "must be `spec.version+\".\"+spec.group`: \"" + expected + "\""));
        }
        range(object, "groupPriorityMinimum", HIGHEST_GROUP, errors);
        range(object, "versionPriority", HIGHEST_VERSION, errors);
        JsonNode spec = object.path("spec");
        boolean insecure = spec.path("insecureSkipTLSVerify").asBoolean(false);
        if (!spec.path("service").isObject()) {
            if (!Json.text(object, "spec", "caBundle").isEmpty()) {
                errors.add(FieldError.invalid("spec.caBundle", "...", "local APIServices may not have a caBundle"));
            }
            if (insecure) {
                errors.add(FieldError.invalid(
                        "spec.insecureSkipTLSVerify", true, "local APIServices may not have insecureSkipTLSVerify"));
            }
            return errors;
        }
        for (String field : List.of("namespace", "name")) {
            if (Json.text(object, "spec", "service", field).isEmpty()) {
                errors.add(FieldError.required("spec.service." + field, ""));
            }
        }
        if (insecure && !Json.text(object, "spec", "caBundle").isEmpty()) {
            errors.add(
                    FieldError.invalid("spec.insecureSkipTLSVerify", true, "may not be true if caBundle is present"));
        }
        return errors;
    }

    private static void range(ObjectNode object, String field, int highest, List<FieldError> errors) {
        long value = Json.number(object, 0, "spec", field);
        if (value <= 0 || value > highest) {
            errors.add(FieldError.invalid("spec." + field, value, "must be positive and less than " + highest));
        }
    }

    @Override
    public List<FieldError> validateUpdate(ObjectNode object, ObjectNode old, String subresource) {
        return validateCreate(object);
    }

    @Override
    public List<TableColumn> columns() {
        return List.of(
                Columns.text("Service", "The reference to the service that hosts this API endpoint.", 0, object -> {
                    JsonNode service = object.path("spec").path("service");
                    return service.isObject()
                            ? service.path("namespace").asString("") + "/"
                                    + service.path("name").asString("")
                            : "Local";
                }),
                Columns.text("Available", "Whether this service is available.", 0, ApiServiceStrategy::available));
    }

    private static String available(ObjectNode object) {
        for (JsonNode condition : object.path("status").path("conditions")) {
            if (condition.path("type").asString("").equals("Available")) {
                String status = condition.path("status").asString("");
                return status.equals("True")
                        ? status
                        : status + " (" + condition.path("reason").asString("") + ")";
            }
        }
        return "Unknown";
    }
}
