package dev.turnstile.worker.webhook;

import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Collects changes of an object as JSON Patch, with the parents that they need, and leaves the object as it is. */
final class JsonPatch {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final ObjectNode object;
    private final ArrayNode operations = NODES.arrayNode();

    JsonPatch(ObjectNode object) {
        this.object = object.deepCopy();
    }

    /** Sets a field; missing parents are made. */
    JsonPatch set(List<String> path, JsonNode value) {
        ObjectNode parent = parent(path);
        String field = path.getLast();
        if (!value.equals(parent.get(field))) {
            operations.addObject().put("op", "add").put("path", pointer(path)).set("value", value);
            parent.set(field, value);
        }
        return this;
    }

    JsonPatch set(List<String> path, String value) {
        return set(path, NODES.stringNode(value));
    }

    /** Puts a value at the end of a list, unless it is in it. */
    JsonPatch append(List<String> path, JsonNode value) {
        ObjectNode parent = parent(path);
        if (!(parent.get(path.getLast()) instanceof ArrayNode list)) {
            return set(path, NODES.arrayNode().add(value));
        }
        for (JsonNode present : list) {
            if (present.equals(value)) {
                return this;
            }
        }
        operations
                .addObject()
                .put("op", "add")
                .put("path", pointer(path) + "/-")
                .set("value", value);
        list.add(value);
        return this;
    }

    private ObjectNode parent(List<String> path) {
        ObjectNode parent = object;
        for (int depth = 1; depth < path.size(); depth++) {
            String field = path.get(depth - 1);
            if (!(parent.get(field) instanceof ObjectNode)) {
                operations
                        .addObject()
                        .put("op", "add")
                        .put("path", pointer(path.subList(0, depth)))
                        .putObject("value");
                parent.putObject(field);
            }
            parent = (ObjectNode) parent.path(field);
        }
        return parent;
    }

    private static String pointer(List<String> path) {
        StringBuilder pointer = new StringBuilder();
        for (String field : path) {
            pointer.append('/').append(field.replace("~", "~0").replace("/", "~1"));
        }
        return pointer.toString();
    }

    /** Everything collected so far, as an answer. */
    Verdict verdict() {
        return operations.isEmpty() ? new Verdict.Allowed() : new Verdict.Patched(operations);
    }
}
