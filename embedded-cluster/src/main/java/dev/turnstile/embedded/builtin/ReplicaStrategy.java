package dev.turnstile.embedded.builtin;

import dev.turnstile.embedded.api.Columns;
import dev.turnstile.embedded.api.LabelSelector;
import dev.turnstile.embedded.api.ResourceStrategy;
import dev.turnstile.embedded.api.TableColumn;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.object.ApiObject;
import dev.turnstile.embedded.schema.FieldError;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Kinds with a number of replicas; data here, since no controller creates their pods. */
final class ReplicaStrategy implements ResourceStrategy {
    enum ReplicaKind {
        DEPLOYMENT,
        REPLICA_SET,
        STATEFUL_SET,
        DAEMON_SET,
        REPLICATION_CONTROLLER
    }

    private final ReplicaKind kind;

    ReplicaStrategy(ReplicaKind kind) {
        this.kind = kind;
    }

    @Override
    public boolean orphansByDefault() {
        return kind == ReplicaKind.REPLICATION_CONTROLLER;
    }

    @Override
    public void prepareForCreate(ObjectNode object) {
        object.putObject("status");
        if (kind != ReplicaKind.DEPLOYMENT) {
            Json.child(object, "status").put(kind == ReplicaKind.DAEMON_SET ? "desiredNumberScheduled" : "replicas", 0);
        }
    }

    @Override
    public boolean keepsStatusOnCreate() {
        return true;
    }

    @Override
    public void complete(ObjectNode object) {
        ObjectNode spec = Json.child(object, "spec");
        if (kind != ReplicaKind.DAEMON_SET && Json.at(spec, "replicas") == null) {
            spec.put("replicas", 1);
        }
        if (kind == ReplicaKind.REPLICATION_CONTROLLER) {
            JsonNode labels = Json.at(spec, "template", "metadata", "labels");
            if (Json.at(spec, "selector") == null && labels != null) {
                spec.set("selector", labels.deepCopy());
            }
            if (Json.at(object, "metadata", "labels") == null && labels != null) {
                Json.metadata(object).set("labels", labels.deepCopy());
            }
        }
        if (kind == ReplicaKind.DEPLOYMENT) {
            deploymentDefaults(spec);
        }
        if (Json.at(spec, "template", "spec") instanceof ObjectNode podSpec) {
            PodSpecDefaults.apply(podSpec);
        }
    }

    private static void deploymentDefaults(ObjectNode spec) {
        ObjectNode strategy = Json.child(spec, "strategy");
        if (Json.text(strategy, "type").isEmpty()) {
            strategy.put("type", "RollingUpdate");
        }
        if (Json.text(strategy, "type").equals("RollingUpdate")) {
            ObjectNode rolling = Json.child(strategy, "rollingUpdate");
            for (String field : List.of("maxUnavailable", "maxSurge")) {
                if (Json.at(rolling, field) == null) {
                    rolling.put(field, "25%");
                }
            }
        }
        if (Json.at(spec, "revisionHistoryLimit") == null) {
            spec.put("revisionHistoryLimit", 10);
        }
        if (Json.at(spec, "progressDeadlineSeconds") == null) {
            spec.put("progressDeadlineSeconds", 600);
        }
    }

    @Override
    public List<FieldError> validateCreate(ObjectNode object) {
        List<FieldError> errors = new ArrayList<>();
        JsonNode selector = Json.at(object, "spec", "selector");
        long replicas = Json.number(object, 0, "spec", "replicas");
        if (replicas < 0) {
            errors.add(FieldError.invalid("spec.replicas", replicas, "must be greater than or equal to 0"));
        }
        if (selector == null || selector.isEmpty()) {
            errors.add(FieldError.required("spec.selector", ""));
            return errors;
        }
        JsonNode template = Json.at(object, "spec", "template");
        Map<String, String> labels = template instanceof ObjectNode given ? new ApiObject(given).labels() : Map.of();
        boolean matches = kind == ReplicaKind.REPLICATION_CONTROLLER
                ? LabelSelector.of(Json.object().set("matchLabels", selector)).matches(labels)
                : LabelSelector.of(selector).matches(labels);
        if (!matches) {
            JsonNode shown = Json.at(template, "metadata", "labels");
            errors.add(FieldError.invalid(
                    "spec.template.metadata.labels",
                    shown == null ? Json.object() : shown,
                    "`selector` does not match template `labels`"));
        }
        return errors;
    }

    @Override
    public List<FieldError> validateUpdate(ObjectNode object, ObjectNode old, String subresource) {
        List<FieldError> errors = new ArrayList<>(subresource.equals("status") ? List.of() : validateCreate(object));
        JsonNode selector = Json.at(object, "spec", "selector");
        JsonNode before = Json.at(old, "spec", "selector");
        if (kind != ReplicaKind.REPLICATION_CONTROLLER && before != null && !before.equals(selector)) {
            errors.add(FieldError.invalid("spec.selector", selector, "field is immutable"));
        }
        return errors;
    }

    @Override
    public Map<String, String> selectableFields(ObjectNode object) {
        return kind == ReplicaKind.REPLICA_SET || kind == ReplicaKind.REPLICATION_CONTROLLER
                ? Map.of("status.replicas", Long.toString(Json.number(object, 0, "status", "replicas")))
                : Map.of();
    }

    @Override
    public List<TableColumn> columns() {
        TableColumn desired = count("Desired", "spec", "replicas");
        TableColumn current = count("Current", "status", "replicas");
        TableColumn ready = count("Ready", "status", "readyReplicas");
        TableColumn readyOf = Columns.text(
                "Ready",
                "ready of desired",
                0,
                object -> Json.number(object, 0, "status", "readyReplicas") + "/"
                        + Json.number(object, 0, "spec", "replicas"));
        List<TableColumn> columns = new ArrayList<>(
                switch (kind) {
                    case DEPLOYMENT ->
                        List.of(
                                readyOf,
                                count("Up-to-date", "status", "updatedReplicas"),
                                count("Available", "status", "availableReplicas"));
                    case REPLICA_SET, REPLICATION_CONTROLLER -> List.of(desired, current, ready);
                    case STATEFUL_SET -> List.of(readyOf);
                    case DAEMON_SET ->
                        List.of(
                                count("Desired", "status", "desiredNumberScheduled"),
                                count("Current", "status", "currentNumberScheduled"),
                                count("Ready", "status", "numberReady"),
                                count("Up-to-date", "status", "updatedNumberScheduled"),
                                count("Available", "status", "numberAvailable"),
                                Columns.text(
                                        "Node Selector",
                                        "labels of the nodes it is for",
                                        0,
                                        set -> Labels.print(Json.at(set, "spec", "template", "spec", "nodeSelector"))));
                });
        columns.addAll(TemplateColumns.containers("spec", "template", "spec"));
        if (kind != ReplicaKind.STATEFUL_SET) {
            columns.add(TemplateColumns.selector(object -> Labels.print(Json.at(object, "spec", "selector"))));
        }
        return columns;
    }

    private static TableColumn count(String name, String... path) {
        return Columns.number(name, "number of pods", object -> Json.number(object, 0, path));
    }
}
