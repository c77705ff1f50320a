package dev.turnstile.proof.api;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Those of Kubernetes' rules about changes of Jobs that a fleet can run into. */
final class JobRules {
    private JobRules() {}

    static void check(ObjectNode before, ObjectNode after) {
        JsonNode old = before.path("status");
        JsonNode now = after.path("status");
        boolean suspended = after.path("spec").path("suspend").asBoolean(false);
        boolean resumes = is(old, "Suspended", "True") && is(now, "Suspended", "False");
        if (old.has("startTime") && !old.path("startTime").equals(now.path("startTime")) && !resumes && !suspended) {
            throw Refusals.invalid("status.startTime: field is immutable for unsuspended job once set");
        }
        for (String terminal : new String[] {"Complete", "Failed"}) {
            if (is(old, terminal, "True") && !is(now, terminal, "True")) {
                throw Refusals.invalid("cannot disable the terminal " + terminal + "=True condition");
            }
        }
        if (is(now, "Complete", "True") && !is(old, "Complete", "True")) {
            if (now.path("active").asInt(0) > 0) {
                throw Refusals.invalid("status.active: active>0 is invalid for finished job");
            }
            if (!now.has("startTime") || !now.has("completionTime")) {
                throw Refusals.invalid("status.startTime and status.completionTime are required for Complete jobs");
            }
        }
        boolean templateChanged =
                !before.path("spec").path("template").equals(after.path("spec").path("template"));
        boolean mayChange = before.path("spec").path("suspend").asBoolean(false) && !old.has("startTime");
        if (templateChanged && !mayChange) {
            throw Refusals.invalid("spec.template: field is immutable");
        }
        if (!before.path("spec").path("managedBy").equals(after.path("spec").path("managedBy"))) {
            throw Refusals.invalid("spec.managedBy: field is immutable");
        }
    }

    private static boolean is(JsonNode status, String type, String value) {
        for (JsonNode condition : status.path("conditions")) {
            if (condition.path("type").asString("").equals(type)) {
                return condition.path("status").asString("").equals(value);
            }
        }
        return false;
    }
}
