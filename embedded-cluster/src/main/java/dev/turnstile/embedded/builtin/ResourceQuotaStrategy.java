package dev.turnstile.embedded.builtin;

import dev.turnstile.embedded.api.Columns;
import dev.turnstile.embedded.api.ResourceStrategy;
import dev.turnstile.embedded.api.TableColumn;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.schema.FieldError;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/** What a quota may say. {@link dev.turnstile.embedded.quota.ResourceQuotas} has others keep to it. */
final class ResourceQuotaStrategy implements ResourceStrategy {
    private static final Set<String> SCOPES = Set.of(
            "Terminating",
            "NotTerminating",
            "BestEffort",
            "NotBestEffort",
            "PriorityClass",
            "CrossNamespacePodAffinity",
            "VolumeAttributesClass");

    @Override
    public boolean returnsDeletedObject() {
        return true;
    }

    @Override
    public List<FieldError> validateCreate(ObjectNode quota) {
        List<FieldError> errors = new ArrayList<>();
        List<String> scopes = Json.texts(quota, "spec", "scopes");
        for (String scope : scopes) {
            if (!SCOPES.contains(scope)) {
                errors.add(FieldError.invalid("spec.scopes", Json.at(quota, "spec", "scopes"), "unsupported scope"));
            }
        }
        for (List<String> pair :
                List.of(List.of("Terminating", "NotTerminating"), List.of("BestEffort", "NotBestEffort"))) {
            if (scopes.containsAll(pair)) {
                errors.add(FieldError.invalid("spec.scopes", Json.at(quota, "spec", "scopes"), "conflicting scopes"));
            }
        }
        return errors;
    }

    @Override
    public List<FieldError> validateUpdate(ObjectNode quota, ObjectNode old, String subresource) {
        List<FieldError> errors = new ArrayList<>(validateCreate(quota));
        if (!Json.texts(quota, "spec", "scopes").equals(Json.texts(old, "spec", "scopes"))) {
            errors.add(FieldError.invalid("spec.scopes", Json.at(quota, "spec", "scopes"), "field is immutable"));
        }
        return errors;
    }

    @Override
    public boolean wholeTable() {
        return true;
    }

    @Override
    public List<TableColumn> columns() {
        return List.of(
                Columns.NAME,
                Columns.text("Request", "what may be requested", 0, quota -> amounts(quota, false)),
                Columns.text("Limit", "what limits may add up to", 0, quota -> amounts(quota, true)),
                Columns.AGE);
    }

    private static String amounts(ObjectNode quota, boolean limits) {
        List<String> parts = new ArrayList<>();
        if (Json.at(quota, "spec", "hard") instanceof ObjectNode hard) {
            for (var amount : hard.properties()) {
                if (amount.getKey().startsWith("limits.") == limits) {
                    String used = Json.text(quota, "status", "used", amount.getKey());
                    parts.add(amount.getKey() + ": " + (used.isEmpty() ? "0" : used) + "/"
                            + Json.text(amount.getValue()));
                }
            }
        }
        parts.sort(null);
        return String.join(", ", parts);
    }
}
