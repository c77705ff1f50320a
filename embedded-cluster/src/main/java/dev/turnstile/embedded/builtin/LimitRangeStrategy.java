package dev.turnstile.embedded.builtin;

import dev.turnstile.embedded.Json;
import dev.turnstile.embedded.api.Columns;
import dev.turnstile.embedded.api.ResourceStrategy;
import dev.turnstile.embedded.api.TableColumn;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A limit range's own defaults: what is allowed at most is what a container gets as limit, its limit what it gets as
 * request, and for lack of both what it must have at least. {@link LimitRanges} applies it.
 */
final class LimitRangeStrategy implements ResourceStrategy {
    @Override
    public void prepareForCreate(ObjectNode range) {
        for (JsonNode limit : Json.items(range, "spec", "limits")) {
            if (limit instanceof ObjectNode stated && Json.text(stated, "type").equals("Container")) {
                complete(stated, "default", "max");
                complete(stated, "defaultRequest", "default");
                complete(stated, "defaultRequest", "min");
            }
        }
    }

    @Override
    public void prepareForUpdate(ObjectNode range, ObjectNode old, String subresource) {
        prepareForCreate(range);
    }

    private static void complete(ObjectNode limit, String list, String source) {
        limit.path(source).forEachEntry((name, amount) -> {
            ObjectNode amounts = Json.child(limit, list);
            if (!amounts.has(name)) {
                amounts.set(name, amount);
            }
        });
    }

    @Override
    public boolean wholeTable() {
        return true;
    }

    @Override
    public List<TableColumn> columns() {
        return List.of(
                Columns.NAME,
                Columns.text(
                        "Created At",
                        "when it was created",
                        0,
                        range -> Json.text(range, "metadata", "creationTimestamp")));
    }
}
