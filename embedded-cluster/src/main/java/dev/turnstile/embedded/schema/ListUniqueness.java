package dev.turnstile.embedded.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Items of sets, and keys of map lists, must be unique. */
final class ListUniqueness {

    private ListUniqueness() {}

    static List<FieldError> errors(Schema schema, JsonNode value) {
        List<FieldError> errors = new ArrayList<>();
        visit(schema, value, Path.ROOT, errors);
        return errors;
    }

    private static void visit(Schema schema, JsonNode value, Path path, List<FieldError> errors) {
        if (value.isObject()) {
            for (Map.Entry<String, JsonNode> entry : value.properties()) {
                Schema field = schema.field(entry.getKey());
                if (field != null && entry.getValue().isContainer()) {
                    boolean named = schema.property(entry.getKey()) != null;
                    visit(
                            field,
                            entry.getValue(),
                            named ? path.field(entry.getKey()) : path.entry(entry.getKey()),
                            errors);
                }
            }
        } else if (value.isArray()) {
            checkList(schema, value, path, errors);
            if (schema.items() != null) {
                int position = 0;
                for (JsonNode item : value) {
                    if (item.isContainer()) {
                        visit(schema.items(), item, path.item(position), errors);
                    }
                    position++;
                }
            }
        }
    }

    private static void checkList(Schema schema, JsonNode list, Path path, List<FieldError> errors) {
        switch (schema.listType()) {
            case ATOMIC -> {}
            case SET -> checkOnce(list.valueStream().toList(), path, errors);
            case MAP -> {
                List<JsonNode> keys = new ArrayList<>(list.size());
                int position = 0;
                for (JsonNode item : list) {
                    if (!item.isObject() && !item.isNull()) {
                        errors.add(FieldError.invalid(
                                path.item(position).toString(),
                                item,
                                "must be an object for an array of list-type map"));
                        return;
                    }
                    keys.add(keysOf(schema, item));
                    position++;
                }
                checkOnce(keys, path, errors);
            }
        }
    }

    private static JsonNode keysOf(Schema schema, JsonNode item) {
        ObjectNode keys = JsonNodeFactory.instance.objectNode();
        for (String name : schema.listMapKeys()) {
            JsonNode key = item.get(name);
            if (key != null) {
                keys.set(name, key);
            }
        }
        return keys;
    }

    /**
     * The error names the second of several equal values. Lists are short, so comparing all pairs is cheaper than
     * hashing.
     */
    private static void checkOnce(List<JsonNode> values, Path path, List<FieldError> errors) {
        for (int i = 1; i < values.size(); i++) {
            int earlier = 0;
            for (int j = 0; j < i; j++) {
                earlier += JsonEquality.same(values.get(i), values.get(j)) ? 1 : 0;
            }
            if (earlier == 1) {
                errors.add(FieldError.duplicate(path.item(i).toString(), values.get(i)));
            }
        }
    }
}
