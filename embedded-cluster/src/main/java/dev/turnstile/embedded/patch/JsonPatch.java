package dev.turnstile.embedded.patch;

import dev.turnstile.embedded.schema.JsonEquality;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code application/json-patch+json}, RFC 6902. */
public final class JsonPatch {

    private static final int MAX_OPERATIONS = 10_000;

    private JsonPatch() {}

    /** The patched document; {@code document} stays as it is. */
    public static JsonNode apply(JsonNode document, JsonNode operations) throws PatchFailedException {
        if (!operations.isArray()) {
            throw new PatchFailedException(
                    400, "a JSON patch is an array of operations, not " + operations.getNodeType());
        }
        if (operations.size() > MAX_OPERATIONS) {
            throw new PatchFailedException(
                    413,
                    "The allowed maximum operations in a JSON patch is " + MAX_OPERATIONS + ", got "
                            + operations.size());
        }
        JsonNode result = document.deepCopy();
        for (JsonNode operation : operations) {
            result = applyOne(result, operation);
        }
        return result;
    }

    private static JsonNode applyOne(JsonNode document, JsonNode operation) throws PatchFailedException {
        String name = operation.path("op").asString("");
        Pointer path = Pointer.parse(operation.path("path"), name);
        return switch (name) {
            case "add" -> add(document, path, value(operation, name));
            case "remove" -> remove(document, path, name);
            case "replace" -> replace(document, path, value(operation, name));
            case "move" -> {
                Pointer from = Pointer.parse(operation.path("from"), name);
                JsonNode moved = find(document, from, name);
                yield add(remove(document, from, name), path, moved);
            }
            case "copy" ->
                add(
                        document,
                        path,
                        find(document, Pointer.parse(operation.path("from"), name), name)
                                .deepCopy());
            case "test" -> test(document, path, value(operation, name));
            default -> throw new PatchFailedException(422, "Unexpected kind: " + name);
        };
    }

    private static JsonNode value(JsonNode operation, String name) throws PatchFailedException {
        JsonNode value = operation.get("value");
        if (value == null) {
            throw new PatchFailedException(422, name + " operation has no value: " + operation);
        }
        return value;
    }

    private static JsonNode add(JsonNode document, Pointer path, JsonNode value) throws PatchFailedException {
        if (path.isRoot()) {
            return value;
        }
        switch (find(document, path.parent(), "add")) {
            case ObjectNode object -> object.set(path.last(), value);
            case ArrayNode array when path.last().equals("-") -> array.add(value);
            case ArrayNode array -> array.insert(index(array.size(), path, "add"), value);
            default -> throw missing("add", path);
        }
        return document;
    }

    private static JsonNode replace(JsonNode document, Pointer path, JsonNode value) throws PatchFailedException {
        if (path.isRoot()) {
            return value;
        }
        switch (find(document, path.parent(), "replace")) {
            case ObjectNode object -> object.set(path.last(), value); // a field may be missing, as in Kubernetes
            case ArrayNode array -> array.set(index(array.size() - 1, path, "replace"), value);
            default -> throw missing("replace", path);
        }
        return document;
    }

    private static JsonNode remove(JsonNode document, Pointer path, String operation) throws PatchFailedException {
        if (path.isRoot()) {
            throw missing(operation, path);
        }
        switch (find(document, path.parent(), operation)) {
            case ObjectNode object when object.has(path.last()) -> object.remove(path.last());
            case ArrayNode array -> array.remove(index(array.size() - 1, path, operation));
            default -> throw missing(operation, path);
        }
        return document;
    }

    private static JsonNode test(JsonNode document, Pointer path, JsonNode value) throws PatchFailedException {
        JsonNode found = lookUp(document, path);
        boolean same = found == null ? value.isNull() : JsonEquality.same(found, value);
        if (!same) {
            throw new PatchFailedException(
                    422, "testing value " + path + " failed: " + (found == null ? "it is missing" : "it is " + found));
        }
        return document;
    }

    private static JsonNode find(JsonNode document, Pointer path, String operation) throws PatchFailedException {
        JsonNode found = lookUp(document, path);
        if (found == null) {
            throw missing(operation, path);
        }
        return found;
    }

    private static @Nullable JsonNode lookUp(JsonNode document, Pointer path) throws PatchFailedException {
        JsonNode found = document;
        for (String part : path.parts()) {
            found = switch (found) {
                case ObjectNode object -> object.get(part);
                case ArrayNode array -> part.matches("0|[1-9]\\d{0,8}") ? array.get(Integer.parseInt(part)) : null;
                case null, default -> null;
            };
        }
        return found;
    }

    private static int index(int max, Pointer path, String operation) throws PatchFailedException {
        if (path.last().matches("0|[1-9]\\d{0,8}") && Integer.parseInt(path.last()) <= max) {
            return Integer.parseInt(path.last());
        }
        throw missing(operation, path);
    }

    private static PatchFailedException missing(String operation, Pointer path) {
        return new PatchFailedException(
                422, operation + " operation does not apply: doc is missing path: \"" + path + "\": missing value");
    }

    /** A place in a document, RFC 6901. */
    private record Pointer(List<String> parts) {

        static Pointer parse(JsonNode text, String operation) throws PatchFailedException {
            String pointer = text.asString("");
            if (!text.isString() || !(pointer.isEmpty() || pointer.startsWith("/"))) {
                throw new PatchFailedException(422, operation + " operation has no usable path: " + text);
            }
            List<String> parts = new ArrayList<>();
            if (!pointer.isEmpty()) {
                for (String part : pointer.substring(1).split("/", -1)) {
                    parts.add(part.replace("~1", "/").replace("~0", "~"));
                }
            }
            return new Pointer(parts);
        }

        boolean isRoot() {
            return parts.isEmpty();
        }

        Pointer parent() {
            return new Pointer(parts.subList(0, parts.size() - 1));
        }

        String last() {
            return parts.getLast();
        }

        @Override
        public String toString() {
            return parts.isEmpty() ? "" : "/" + String.join("/", parts);
        }
    }
}
