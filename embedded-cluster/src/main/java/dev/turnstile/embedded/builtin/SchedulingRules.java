package dev.turnstile.embedded.builtin;

import dev.turnstile.embedded.api.MetadataRules;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.schema.FieldError;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Validates the fields that decide where and when a pod is scheduled: gates, tolerations, node affinity. */
final class SchedulingRules {
    private static final List<String> EFFECTS = List.of("NoSchedule", "PreferNoSchedule", "NoExecute");
    private static final List<String> OPERATORS = List.of("Equal", "Exists");
    private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";

    private SchedulingRules() {}

    /** Names of gates must be qualified and unique. */
    static List<FieldError> gates(List<JsonNode> gates, String path) {
        var errors = new ArrayList<FieldError>();
        var seen = new HashSet<String>();
        for (var i = 0; i < gates.size(); i++) {
            var name = Json.text(gates.get(i), "name");
            var at = path + "[" + i + "]";
            errors.addAll(MetadataRules.validateQualifiedName(at, name));
            if (!seen.add(name)) {
                errors.add(FieldError.duplicate(at, name));
            }
        }
        return errors;
    }

    static List<FieldError> tolerations(List<JsonNode> tolerations, String path) {
        var errors = new ArrayList<FieldError>();
        for (var i = 0; i < tolerations.size(); i++) {
            toleration(tolerations.get(i), path + "[" + i + "]", errors);
        }
        return errors;
    }

    private static void toleration(JsonNode toleration, String at, List<FieldError> errors) {
        var key = Json.text(toleration, "key");
        var operator = Json.text(toleration, "operator");
        var value = Json.text(toleration, "value");
        var effect = Json.text(toleration, "effect");
        if (!key.isEmpty()) {
            errors.addAll(MetadataRules.validateQualifiedName(at + ".key", key));
        } else if (!operator.equals("Exists")) {
            errors.add(FieldError.invalid(
                    at + ".operator",
                    operator,
                    "operator must be Exists when `key` is empty, which means \"match all values and all keys\""));
        }
        if (toleration.has("tolerationSeconds") && !effect.equals("NoExecute")) {
            errors.add(FieldError.invalid(
                    at + ".effect", effect, "effect must be 'NoExecute' when `tolerationSeconds` is set"));
        }
        if (operator.equals("Exists") && !value.isEmpty()) {
            errors.add(FieldError.invalid(at + ".operator", value, "value must be empty when `operator` is 'Exists'"));
        } else if (!operator.isEmpty() && !OPERATORS.contains(operator)) {
            errors.add(FieldError.notSupported(at + ".operator", operator, OPERATORS));
        }
        if (!effect.isEmpty() && !EFFECTS.contains(effect)) {
            errors.add(FieldError.notSupported(at + ".effect", effect, EFFECTS));
        }
    }

    static List<FieldError> affinity(JsonNode affinity, String path) {
        var errors = new ArrayList<FieldError>();
        var required = Json.at(affinity, "nodeAffinity", REQUIRED);
        if (required == null) {
            return errors;
        }
        var at = path + ".nodeAffinity." + REQUIRED + ".nodeSelectorTerms";
        var terms = Json.items(required, "nodeSelectorTerms");
        if (terms.isEmpty()) {
            errors.add(FieldError.required(at, "must have at least one node selector term"));
        }
        for (var i = 0; i < terms.size(); i++) {
            var expressions = Json.items(terms.get(i), "matchExpressions");
            for (var j = 0; j < expressions.size(); j++) {
                requirement(expressions.get(j), at + "[" + i + "].matchExpressions[" + j + "]", errors);
            }
        }
        return errors;
    }

    private static void requirement(JsonNode requirement, String at, List<FieldError> errors) {
        var values = Json.items(requirement, "values").size();
        switch (Json.text(requirement, "operator")) {
            case "In", "NotIn" -> {
                if (values == 0) {
                    errors.add(FieldError.required(
                            at + ".values", "must be specified when `operator` is 'In' or 'NotIn'"));
                }
            }
            case "Exists", "DoesNotExist" -> {
                if (values > 0) {
                    errors.add(FieldError.forbidden(
                            at + ".values", "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"));
                }
            }
            case "Gt", "Lt" -> {
                if (values != 1) {
                    errors.add(FieldError.required(
                            at + ".values", "must be specified single value when `operator` is 'Lt' or 'Gt'"));
                }
            }
            default ->
                errors.add(FieldError.invalid(
                        at + ".operator", Json.text(requirement, "operator"), "not a valid selector operator"));
        }
        errors.addAll(MetadataRules.validateQualifiedName(at + ".key", Json.text(requirement, "key")));
    }

    /** Gates can be removed in any order, and none can be added. */
    static List<FieldError> onlyDeletedGates(List<JsonNode> gates, List<JsonNode> old, String path) {
        var before = names(old);
        var errors = new ArrayList<FieldError>();
        for (var i = 0; i < gates.size(); i++) {
            var name = Json.text(gates.get(i), "name");
            if (!before.contains(name)) {
                errors.add(FieldError.forbidden(
                        path + "[" + i + "].name",
                        "only deletion is allowed, but found new scheduling gate '" + name + "'"));
            }
        }
        return errors;
    }

    private static Set<String> names(List<JsonNode> gates) {
        var names = new HashSet<String>();
        gates.forEach(gate -> names.add(Json.text(gate, "name")));
        return names;
    }

    /** Tolerations can be added and their tolerationSeconds changed; none can be removed. */
    static List<FieldError> onlyAddedTolerations(List<JsonNode> tolerations, List<JsonNode> old, String path) {
        var now = tolerations.stream().map(SchedulingRules::withoutPatience).toList();
        var isKept = old.stream().map(SchedulingRules::withoutPatience).allMatch(now::contains);
        return isKept
                ? List.of()
                : List.of(FieldError.forbidden(
                        path, "existing toleration can not be modified except its tolerationSeconds"));
    }

    private static JsonNode withoutPatience(JsonNode toleration) {
        return ((ObjectNode) toleration).deepCopy().without("tolerationSeconds");
    }

    /**
     * A gated pod's node affinity can only narrow: requirements can be added to its terms, no term can be added or
     * removed.
     */
    static List<FieldError> onlyNarrowedAffinity(JsonNode affinity, JsonNode old, String path) {
        var oldTerms = Json.items(old, REQUIRED, "nodeSelectorTerms");
        if (oldTerms.isEmpty()) {
            return List.of();
        }
        var at = path + "." + REQUIRED + ".nodeSelectorTerms";
        var terms = Json.items(affinity, REQUIRED, "nodeSelectorTerms");
        if (terms.size() != oldTerms.size()) {
            return List.of(FieldError.invalid(
                    at,
                    Json.array().addAll(terms),
                    "no additions/deletions to non-empty NodeSelectorTerms list are allowed"));
        }
        var errors = new ArrayList<FieldError>();
        for (var i = 0; i < terms.size(); i++) {
            if (!isNarrowed(terms.get(i), oldTerms.get(i))) {
                errors.add(FieldError.invalid(
                        at + "[" + i + "]", terms.get(i), "only additions are allowed (no mutations or deletions)"));
            }
        }
        return errors;
    }

    private static boolean isNarrowed(JsonNode term, JsonNode old) {
        var wasEmpty = Json.items(old, "matchExpressions").isEmpty()
                && Json.items(old, "matchFields").isEmpty();
        if (wasEmpty && !term.equals(old)) {
            return Json.items(term, "matchExpressions").isEmpty()
                    && Json.items(term, "matchFields").isEmpty();
        }
        return beginsWith(Json.items(term, "matchExpressions"), Json.items(old, "matchExpressions"))
                && beginsWith(Json.items(term, "matchFields"), Json.items(old, "matchFields"));
    }

    private static boolean beginsWith(List<JsonNode> list, List<JsonNode> beginning) {
        return list.size() >= beginning.size()
                && list.subList(0, beginning.size()).equals(beginning);
    }
}
