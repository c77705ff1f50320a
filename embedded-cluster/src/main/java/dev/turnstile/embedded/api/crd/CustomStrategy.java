package dev.turnstile.embedded.api.crd;

import dev.turnstile.embedded.api.Columns;
import dev.turnstile.embedded.api.ResourceStrategy;
import dev.turnstile.embedded.api.TableColumn;
import dev.turnstile.embedded.json.Json;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** The parts of a CRD beside the schema: printer columns and selectable fields. */
final class CustomStrategy implements ResourceStrategy {
    private final List<TableColumn> columns;
    private final Map<String, JsonPathExpression> selectable;
    private final boolean status;
    private final long definedAt;

    /** @param definedAt objects with a lower resource version were stored under an earlier definition */
    CustomStrategy(JsonNode version, long definedAt) {
        this.definedAt = definedAt;
        columns = Json.items(version, "additionalPrinterColumns").stream()
                .map(CustomStrategy::column)
                .toList();
        selectable = new LinkedHashMap<>();
        for (JsonNode field : Json.items(version, "selectableFields")) {
            String path = Json.text(field, "jsonPath");
            selectable.put(path.substring(path.startsWith(".") ? 1 : 0), JsonPathExpression.parse(path));
        }
        status = Json.at(version, "subresources", "status") != null;
    }

    private static TableColumn column(JsonNode column) {
        String type = Json.text(column, "type");
        JsonPathExpression path = JsonPathExpression.parse(Json.text(column, "jsonPath"));
        return new TableColumn(
                Json.text(column, "name"),
                type,
                Json.text(column, "format"),
                description(column),
                (int) Json.number(column, 0, "priority"),
                (object, now) -> cell(type, path.find(object), now));
    }

    private static String description(JsonNode column) {
        String given = Json.text(column, "description");
        return given.isEmpty()
                ? "Custom resource definition column (in JSONPath format): " + Json.text(column, "jsonPath")
                : given;
    }

    private static JsonNode cell(String type, List<JsonNode> found, Instant now) {
        if (found.isEmpty()) {
            return NullNode.instance;
        }
        JsonNode first = found.getFirst();
        return switch (type) {
            case "integer" -> first.isIntegralNumber() ? first : NullNode.instance;
            case "number" -> first.isNumber() ? first : NullNode.instance;
            case "boolean" -> first.isBoolean() ? first : NullNode.instance;
            case "date" -> StringNode.valueOf(Columns.age(Json.text(first), now));
            default -> StringNode.valueOf(first.isValueNode() ? Json.text(first) : first.toString());
        };
    }

    @Override
    public void prepareForCreate(ObjectNode object) {
        if (status) {
            object.remove("status");
        }
    }

    @Override
    public boolean mayBeOutdated(long version) {
        return version < definedAt;
    }

    @Override
    public boolean statusWritesMetadata() {
        return false;
    }

    @Override
    public boolean allowsUnconditionalUpdate() {
        return false;
    }

    @Override
    public Map<String, String> selectableFields(ObjectNode object) {
        Map<String, String> fields = new LinkedHashMap<>();
        selectable.forEach((name, path) -> {
            List<JsonNode> found = path.find(object);
            fields.put(name, found.isEmpty() ? "" : Json.text(found.getFirst()));
        });
        return fields;
    }

    @Override
    public List<TableColumn> columns() {
        return columns;
    }
}
