package dev.turnstile.embedded.api.wire;

import dev.turnstile.embedded.api.Columns;
import dev.turnstile.embedded.api.ResourceType;
import dev.turnstile.embedded.api.TableColumn;
import dev.turnstile.embedded.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Objects as rows of meta.k8s.io tables, which kubectl prints. */
public final class Tables {
    private Tables() {}

    /** A kind's columns, between the name and the age unless the kind has a table of its own. */
    public static List<TableColumn> columns(ResourceType type) {
        List<TableColumn> own = type.strategy().columns();
        if (type.strategy().wholeTable()) {
            return own;
        }
        List<TableColumn> columns = new ArrayList<>();
        columns.add(Columns.NAME);
        if (type.custom() && !own.isEmpty()) {
            columns.addAll(own);
            return columns;
        }
        own.stream().filter(column -> column.priority() == 0).forEach(columns::add);
        columns.add(Columns.AGE);
        own.stream().filter(column -> column.priority() > 0).forEach(columns::add);
        return columns;
    }

    public static ArrayNode definitions(List<TableColumn> columns) {
        ArrayNode definitions = Json.array();
        for (TableColumn column : columns) {
            definitions
                    .addObject()
                    .put("name", column.name())
                    .put("type", column.type())
                    .put("format", column.format())
                    .put("description", column.description())
                    .put("priority", column.priority());
        }
        return definitions;
    }

    public static ArrayNode cells(List<TableColumn> columns, ObjectNode object, Instant now) {
        ArrayNode cells = Json.array();
        for (TableColumn column : columns) {
            cells.add(column.cell().apply(object, now));
        }
        return cells;
    }
}
