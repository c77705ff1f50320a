package dev.turnstile.embedded.builtin;

import dev.turnstile.embedded.api.Columns;
import dev.turnstile.embedded.api.ResourceStrategy;
import dev.turnstile.embedded.api.TableColumn;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.schema.FieldError;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Bindings of validating admission policies. */
final class AdmissionPolicyBindingStrategy implements ResourceStrategy {
    private static final List<String> ACTIONS = List.of("Audit", "Deny", "Warn");

    @Override
    public void complete(ObjectNode binding) {
        defaults(binding);
    }

    private static void defaults(ObjectNode binding) {
        if (Json.at(binding, "spec", "matchResources") instanceof ObjectNode match) {
            AdmissionPolicyStrategy.matchDefaults(match);
        }
    }

    @Override
    public List<FieldError> validateCreate(ObjectNode binding) {
        List<FieldError> errors = new ArrayList<>();
        if (Json.text(binding, "spec", "policyName").isEmpty()) {
            errors.add(FieldError.required("spec.policyName", ""));
        }
        List<String> actions = Json.texts(binding, "spec", "validationActions");
        if (actions.isEmpty()) {
            errors.add(FieldError.required("spec.validationActions", "at least one validation action is required"));
        }
        for (int i = 0; i < actions.size(); i++) {
            if (!ACTIONS.contains(actions.get(i))) {
                errors.add(FieldError.notSupported("spec.validationActions[" + i + "]", actions.get(i), ACTIONS));
            }
        }
        if (actions.contains("Deny") && actions.contains("Warn")) {
            errors.add(FieldError.invalid(
                    "spec.validationActions",
                    Json.at(binding, "spec", "validationActions"),
                    "must not contain both Deny and Warn (repeating the same validation failure information in the API"
                            + " response and headers serves no purpose)"));
        }
        return errors;
    }

    @Override
    public List<FieldError> validateUpdate(ObjectNode binding, ObjectNode old, String subresource) {
        return validateCreate(binding);
    }

    @Override
    public List<TableColumn> columns() {
        return List.of(
                Columns.text("PolicyName", "the policy", 0, binding -> Json.text(binding, "spec", "policyName")),
                Columns.text("ParamRef", "where the parameters are", 0, AdmissionPolicyBindingStrategy::paramRef));
    }

    private static String paramRef(ObjectNode binding) {
        String name = Json.text(binding, "spec", "paramRef", "name");
        return name.isEmpty() ? "<unset>" : name;
    }
}
