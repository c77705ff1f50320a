package dev.turnstile.embedded.builtin;

import dev.turnstile.embedded.api.Columns;
import dev.turnstile.embedded.api.MetadataRules;
import dev.turnstile.embedded.api.ResourceStrategy;
import dev.turnstile.embedded.api.TableColumn;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.schema.FieldError;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Roles and role bindings: any name that is valid in a path, and the role of a binding is immutable. */
final class RoleStrategy implements ResourceStrategy {
    private static final String GROUP = "rbac.authorization.k8s.io";
    private static final List<String> SUBJECTS = List.of("ServiceAccount", "User", "Group");

    private final boolean binding;

    RoleStrategy(boolean binding) {
        this.binding = binding;
    }

    @Override
    public void complete(ObjectNode object) {
        if (object.get("roleRef") instanceof ObjectNode role
                && Json.text(role, "apiGroup").isEmpty()) {
            role.put("apiGroup", GROUP);
        }
        for (JsonNode each : Json.items(object, "subjects")) {
            if (each instanceof ObjectNode subject
                    && Json.text(subject, "apiGroup").isEmpty()
                    && List.of("User", "Group").contains(Json.text(subject, "kind"))) {
                subject.put("apiGroup", GROUP);
            }
        }
    }

    @Override
    public boolean updatesCreate() {
        return true;
    }

    @Override
    public MetadataRules.NameRule nameRule() {
        return MetadataRules.NameRule.PATH_SEGMENT;
    }

    @Override
    public List<FieldError> validateCreate(ObjectNode object) {
        return binding ? bindingErrors(object) : ruleErrors(object);
    }

    @Override
    public List<FieldError> validateUpdate(ObjectNode object, ObjectNode old, String subresource) {
        List<FieldError> errors = validateCreate(object);
        JsonNode role = Json.at(object, "roleRef");
        JsonNode before = Json.at(old, "roleRef");
        if (before != null && !before.equals(role)) {
            errors.add(FieldError.invalid("roleRef", role, "cannot change roleRef"));
        }
        return errors;
    }

    private static List<FieldError> bindingErrors(ObjectNode object) {
        List<FieldError> errors = new ArrayList<>();
        List<String> kinds = Json.namespace(object).isEmpty() ? List.of("ClusterRole") : List.of("Role", "ClusterRole");
        String kind = Json.text(object, "roleRef", "kind");
        if (!kinds.contains(kind)) {
            errors.add(FieldError.notSupported("roleRef.kind", kind, kinds));
        }
        if (Json.text(object, "roleRef", "name").isEmpty()) {
            errors.add(FieldError.required("roleRef.name", ""));
        }
        int index = 0;
        for (JsonNode subject : Json.items(object, "subjects")) {
            String path = "subjects[" + index++ + "]";
            if (Json.text(subject, "name").isEmpty()) {
                errors.add(FieldError.required(path + ".name", ""));
            }
            String who = Json.text(subject, "kind");
            if (!SUBJECTS.contains(who)) {
                errors.add(FieldError.notSupported(path + ".kind", who, SUBJECTS));
            } else if (who.equals("ServiceAccount")
                    && Json.text(subject, "namespace").isEmpty()) {
                errors.add(FieldError.required(path + ".namespace", ""));
            }
        }
        return errors;
    }

    private static List<FieldError> ruleErrors(ObjectNode role) {
        List<FieldError> errors = new ArrayList<>();
        int index = 0;
        for (JsonNode rule : Json.items(role, "rules")) {
            String path = "rules[" + index++ + "]";
            if (Json.items(rule, "verbs").isEmpty()) {
                errors.add(FieldError.required(path + ".verbs", "verbs must contain at least one value"));
            }
            boolean onPaths = !Json.items(rule, "nonResourceURLs").isEmpty();
            boolean onGroups = !Json.items(rule, "apiGroups").isEmpty();
            boolean onResources = !Json.items(rule, "resources").isEmpty();
            JsonNode paths = rule.path("nonResourceURLs");
            if (onPaths && !Json.namespace(role).isEmpty()) {
                errors.add(FieldError.invalid(
                        path + ".nonResourceURLs", paths, "namespaced rules cannot apply to non-resource URLs"));
            }
            if (onPaths && (onGroups || onResources)) {
                errors.add(FieldError.invalid(
                        path + ".nonResourceURLs",
                        paths,
                        "rules cannot apply to both regular resources and non-resource URLs"));
            }
            if (!onPaths && !onGroups) {
                errors.add(
                        FieldError.required(path + ".apiGroups", "resource rules must supply at least one api group"));
            }
            if (!onPaths && !onResources) {
                errors.add(
                        FieldError.required(path + ".resources", "resource rules must supply at least one resource"));
            }
        }
        return errors;
    }

    @Override
    public boolean wholeTable() {
        return true;
    }

    @Override
    public List<TableColumn> columns() {
        return binding
                ? List.of(
                        Columns.NAME,
                        Columns.text(
                                "Role",
                                "the role that it gives",
                                0,
                                object -> Json.text(object, "roleRef", "kind") + "/"
                                        + Json.text(object, "roleRef", "name")),
                        Columns.AGE,
                        Columns.text("Users", "users that get it", 1, object -> subjects(object, "User")),
                        Columns.text("Groups", "groups that get it", 1, object -> subjects(object, "Group")),
                        Columns.text(
                                "ServiceAccounts",
                                "service accounts that get it",
                                1,
                                object -> subjects(object, "ServiceAccount")))
                : List.of(Columns.NAME, Columns.CREATED_AT);
    }

    private static String subjects(ObjectNode object, String kind) {
        return Json.items(object, "subjects").stream()
                .filter(subject -> Json.text(subject, "kind").equals(kind))
                .map(subject -> (kind.equals("ServiceAccount") ? Json.text(subject, "namespace") + "/" : "")
                        + Json.text(subject, "name"))
                .collect(Collectors.joining(", "));
    }
}
