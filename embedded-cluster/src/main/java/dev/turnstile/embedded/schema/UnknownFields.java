package dev.turnstile.embedded.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Finds and removes fields that a schema does not declare. Below preserved unknown fields, only the declared ones are
 * checked.
 */
final class UnknownFields {

    private UnknownFields() {}

    static void find(Schema schema, JsonNode value, List<String> paths) {
        new Walk(paths, false).visit(schema, value, Path.ROOT);
    }

    static void remove(Schema schema, JsonNode value) {
        new Walk(null, true).visit(schema, value, Path.ROOT);
    }

    private record Walk(@Nullable List<String> found, boolean remove) {

        void visit(Schema schema, JsonNode value, Path path) {
            if (value instanceof ObjectNode object) {
                visitObject(schema, object, path);
            } else if (value.isArray() && schema.items() != null) {
                int position = 0;
                for (JsonNode item : value) {
                    visit(schema.items(), item, path.item(position++));
                }
            }
        }

        private void visitObject(Schema schema, ObjectNode object, Path path) {
            List<String> unknown = List.of();
            for (Map.Entry<String, JsonNode> entry : object.properties()) {
                String name = entry.getKey();
                Schema field = schema.field(name);
                if (field != null) {
                    if (entry.getValue().isContainer()) {
                        visit(field, entry.getValue(), path.field(name));
                    }
                } else if (!schema.preservesUnknownFields() && isObject(schema)) {
                    if (found != null) {
                        found.add(path.field(name).toString());
                    }
                    if (remove) {
                        unknown = unknown.isEmpty() ? new ArrayList<>() : unknown;
                        unknown.add(name);
                    }
                }
            }
            unknown.forEach(object::remove);
        }

        /** A value of another type than the schema's is refused later; it is not checked here. */
        private static boolean isObject(Schema schema) {
            return schema.type() == Schema.JsonType.OBJECT
                    || (schema.type() == Schema.JsonType.ANY && !schema.intOrString());
        }
    }
}
