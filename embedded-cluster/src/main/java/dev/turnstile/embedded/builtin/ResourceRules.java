package dev.turnstile.embedded.builtin;

import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.schema.FieldError;
import dev.turnstile.model.quantity.Quantity;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** A container's requests and limits. */
final class ResourceRules {
    private ResourceRules() {}

    static List<FieldError> requirements(JsonNode resources, String path) {
        var errors = new ArrayList<FieldError>();
        amounts(resources.path("limits"), path + ".limits", errors);
        amounts(resources.path("requests"), path + ".requests", errors);
        var limits = resources.path("limits");
        resources.path("requests").forEachEntry((name, amount) -> {
            var limit = Json.text(limits, name);
            if (limit.isEmpty()) {
                return;
            }
            var comparison = Quantity.parse(amount.asString("")).compareTo(Quantity.parse(limit));
            if (comparison != 0 && isNotOvercommitted(name)) {
                errors.add(FieldError.invalid(
                        path + ".requests", amount.asString(""), "must be equal to " + name + " limit of " + limit));
            } else if (comparison > 0) {
                errors.add(FieldError.invalid(
                        path + ".requests",
                        amount.asString(""),
                        "must be less than or equal to " + name + " limit of " + limit));
            }
        });
        return errors;
    }

    private static void amounts(JsonNode amounts, String path, List<FieldError> errors) {
        amounts.forEachEntry((name, amount) -> {
            if (Quantity.parse(amount.asString("")).signum() < 0) {
                errors.add(FieldError.invalid(
                        path + "[" + name + "]", amount.asString(""), "must be greater than or equal to 0"));
            }
        });
    }

    /** Extended resources and huge pages cannot be overcommitted. */
    private static boolean isNotOvercommitted(String name) {
        return name.startsWith("hugepages-") || (name.contains("/") && !name.startsWith("kubernetes.io/"));
    }
}
