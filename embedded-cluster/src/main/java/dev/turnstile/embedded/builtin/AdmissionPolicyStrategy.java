package dev.turnstile.embedded.builtin;

import dev.turnstile.embedded.admission.PolicyValidation;
import dev.turnstile.embedded.api.Columns;
import dev.turnstile.embedded.api.MetadataRules;
import dev.turnstile.embedded.api.ResourceStrategy;
import dev.turnstile.embedded.api.TableColumn;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.schema.FieldError;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Validating admission policies: defaults, and that they match something and check something. */
final class AdmissionPolicyStrategy implements ResourceStrategy {
    private static final List<String> REASONS = List.of("Forbidden", "Invalid", "RequestEntityTooLarge");

    @Override
    public void complete(ObjectNode policy) {
        defaults(policy);
    }

    private static void defaults(ObjectNode policy) {
        ObjectNode spec = Json.child(policy, "spec");
        WebhookConfigurationStrategy.putIfMissing(spec, "failurePolicy", "Fail");
        if (spec.get("matchConstraints") instanceof ObjectNode constraints) {
            matchDefaults(constraints);
        }
    }

    static void matchDefaults(ObjectNode match) {
        WebhookConfigurationStrategy.putIfMissing(match, "matchPolicy", "Equivalent");
        Json.child(match, "namespaceSelector");
        Json.child(match, "objectSelector");
        WebhookConfigurationStrategy.scopes(Json.items(match, "resourceRules"));
        WebhookConfigurationStrategy.scopes(Json.items(match, "excludeResourceRules"));
    }

    @Override
    public List<FieldError> validateCreate(ObjectNode policy) {
        List<FieldError> errors = new ArrayList<>();
        if (Json.at(policy, "spec", "matchConstraints") == null) {
            errors.add(FieldError.required("spec.matchConstraints", ""));
        } else if (Json.items(policy, "spec", "matchConstraints", "resourceRules")
                .isEmpty()) {
            errors.add(FieldError.required("spec.matchConstraints.resourceRules", ""));
        }
        List<JsonNode> validations = Json.items(policy, "spec", "validations");
        if (validations.isEmpty()
                && Json.items(policy, "spec", "auditAnnotations").isEmpty()) {
            String detail = "validations or auditAnnotations must contain at least one item";
            errors.add(FieldError.required("spec.validations", detail));
            errors.add(FieldError.required("spec.auditAnnotations", detail));
        }
        int index = 0;
        for (JsonNode validation : validations) {
            String path = "spec.validations[" + index++ + "]";
            String reason = Json.text(validation, "reason");
            if (!reason.isEmpty() && !REASONS.contains(reason)) {
                errors.add(FieldError.notSupported(path + ".reason", reason, REASONS));
            }
            message(validation, path + ".message", errors);
        }
        index = 0;
        for (JsonNode condition : Json.items(policy, "spec", "matchConditions")) {
            String name = Json.text(condition, "name");
            String path = "spec.matchConditions[" + index++ + "].name";
            if (name.isEmpty()) {
                errors.add(FieldError.required(path, ""));
            } else {
                errors.addAll(MetadataRules.validateQualifiedName(path, name));
            }
        }
        String failure = Json.text(policy, "spec", "failurePolicy");
        if (!List.of("Fail", "Ignore").contains(failure)) {
            errors.add(FieldError.notSupported("spec.failurePolicy", failure, List.of("Fail", "Ignore")));
        }
        errors.addAll(PolicyValidation.validate(policy));
        return errors;
    }

    private static void message(JsonNode validation, String path, List<FieldError> errors) {
        String message = Json.text(validation, "message");
        if (message.isEmpty()) {
            return;
        }
        if (message.isBlank()) {
            errors.add(FieldError.invalid(path, message, "must be non-empty if specified"));
        } else if (message.strip().indexOf('\n') >= 0) {
            errors.add(FieldError.invalid(path, message, "must not contain line breaks"));
        }
    }

    @Override
    public List<FieldError> validateUpdate(ObjectNode policy, ObjectNode old, String subresource) {
        return subresource.isEmpty() ? validateCreate(policy) : List.of();
    }

    @Override
    public List<TableColumn> columns() {
        return List.of(
                Columns.number(
                        "Validations",
                        "how many validations it has",
                        policy -> Json.items(policy, "spec", "validations").size()),
                Columns.text("ParamKind", "the kind of its parameters", 0, AdmissionPolicyStrategy::paramKind));
    }

    private static String paramKind(ObjectNode policy) {
        JsonNode kind = Json.at(policy, "spec", "paramKind");
        return kind == null ? "<unset>" : Json.text(kind, "apiVersion") + "/" + Json.text(kind, "kind");
    }
}
