package dev.turnstile.embedded.builtin;

import dev.turnstile.embedded.api.Columns;
import dev.turnstile.embedded.api.ResourceStrategy;
import dev.turnstile.embedded.api.TableColumn;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.schema.FieldError;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.LongNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** Events under their old and their new API group; stored in the old form. */
final class EventStrategy implements ResourceStrategy {
    private final boolean core;
    private final String about;

    EventStrategy(boolean core) {
        this.core = core;
        this.about = core ? "involvedObject" : "regarding";
    }

    @Override
    public boolean updatesCreate() {
        return true;
    }

    @Override
    public List<FieldError> validateCreate(ObjectNode event) {
        List<FieldError> errors = new ArrayList<>();
        String namespace = Json.namespace(event);
        String aboutNamespace = Json.text(event, about, "namespace");
        boolean clusterScoped = aboutNamespace.isEmpty() && namespace.equals("default");
        if (!aboutNamespace.equals(namespace) && !clusterScoped && !aboutNamespace.isEmpty()) {
            errors.add(
                    FieldError.invalid("involvedObject.namespace", aboutNamespace, "does not match event.namespace"));
        }
        if (!core) {
            if (Json.text(event, "eventTime").isEmpty()
                    && Json.text(event, "deprecatedFirstTimestamp").isEmpty()) {
                errors.add(FieldError.required("eventTime", ""));
            }
            if (Json.text(event, "reportingController").isEmpty()) {
                errors.add(FieldError.required("reportingController", ""));
            }
        }
        return errors;
    }

    @Override
    public Map<String, String> selectableFields(ObjectNode event) {
        Map<String, String> fields = new LinkedHashMap<>();
        for (String part : List.of("kind", "namespace", "name", "uid", "apiVersion", "resourceVersion", "fieldPath")) {
            fields.put(about + "." + part, Json.text(event, about, part));
        }
        fields.put("reason", Json.text(event, "reason"));
        fields.put("type", Json.text(event, "type"));
        if (core) {
            String component = Json.text(event, "source", "component");
            fields.put("source", component.isEmpty() ? Json.text(event, "reportingComponent") : component);
            fields.put("reportingComponent", Json.text(event, "reportingComponent"));
        } else {
            fields.put("reportingController", Json.text(event, "reportingController"));
        }
        return fields;
    }

    @Override
    public boolean wholeTable() {
        return true;
    }

    @Override
    public List<TableColumn> columns() {
        return List.of(
                new TableColumn(
                        "Last Seen",
                        "string",
                        "",
                        "when it was seen last",
                        0,
                        (event, now) -> StringNode.valueOf(lastSeen(event, now))),
                Columns.text("Type", "Normal or Warning", 0, event -> Json.text(event, "type")),
                Columns.text("Reason", "why it was recorded", 0, event -> Json.text(event, "reason")),
                Columns.text("Object", "what it is about", 0, this::object),
                Columns.text("Subobject", "the part it is about", 1, event -> Json.text(event, about, "fieldPath")),
                Columns.text("Source", "who recorded it", 1, this::source),
                Columns.text(
                        "Message",
                        "what happened",
                        0,
                        event -> Json.text(event, core ? "message" : "note").strip()),
                Columns.date(
                        "First Seen",
                        "when it was seen first",
                        1,
                        event -> time(event, "firstTimestamp", "deprecatedFirstTimestamp")),
                new TableColumn(
                        "Count",
                        "string",
                        "",
                        "how often",
                        1,
                        (event, now) -> LongNode.valueOf(
                                Math.max(1, Json.number(event, 1, core ? "count" : "deprecatedCount")))),
                new TableColumn(
                        "Name", "string", "name", "its name", 1, (event, now) -> StringNode.valueOf(Json.name(event))));
    }

    private String object(ObjectNode event) {
        return Json.text(event, about, "kind").toLowerCase(java.util.Locale.ROOT) + "/"
                + Json.text(event, about, "name");
    }

    private String source(ObjectNode event) {
        String component = Json.text(event, core ? "source" : "deprecatedSource", "component");
        if (component.isEmpty()) {
            component = Json.text(event, core ? "reportingComponent" : "reportingController");
        }
        String instance = Json.text(event, core ? "source" : "deprecatedSource", "host");
        if (instance.isEmpty()) {
            instance = Json.text(event, "reportingInstance");
        }
        return instance.isEmpty() ? component : component + ", " + instance;
    }

    private String lastSeen(ObjectNode event, Instant now) {
        String last = Json.text(event, "series", "lastObservedTime");
        if (last.isEmpty()) {
            last = time(event, "lastTimestamp", "deprecatedLastTimestamp");
        }
        long count = Json.number(event, Json.number(event, 1, core ? "count" : "deprecatedCount"), "series", "count");
        String first = time(event, "firstTimestamp", "deprecatedFirstTimestamp");
        if (count > 1 && !first.isEmpty()) {
            Duration since = Duration.between(Instant.parse(first), now);
            return Columns.age(last, now) + " (x" + count + " over " + Columns.duration(since) + ")";
        }
        return Columns.age(last, now);
    }

    private String time(ObjectNode event, String coreField, String newField) {
        String time = Json.text(event, core ? coreField : newField);
        return time.isEmpty() ? Json.text(event, "eventTime") : time;
    }
}
