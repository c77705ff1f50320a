package dev.turnstile.service.transcript;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Compares two trees field by field, whatever the order of what has names. */
final class TreeComparison {
    /** What entries of lists are known by: conditions, what has names, counts of evictions. */
    private static final List<List<String>> KEYS =
            List.of(List.of("type"), List.of("name"), List.of("reason", "underlyingCause"));

    private static final List<String> MAPS = List.of("metadata.labels", "metadata.annotations");

    private TreeComparison() {}

    /**
     * A tree in which lists have become maps: conditions by type, what has names by name, the rest in order of content.
     */
    static JsonNode keyed(JsonNode node) {
        if (node instanceof ObjectNode object) {
            ObjectNode result = JsonNodeFactory.instance.objectNode();
            object.properties().forEach(entry -> result.set(entry.getKey(), keyed(entry.getValue())));
            return result;
        }
        if (!(node instanceof ArrayNode)) {
            return node;
        }
        List<JsonNode> items = new ArrayList<>();
        node.forEach(item -> items.add(keyed(item)));
        List<String> key = keyOf(items);
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        if (key.isEmpty()) {
            items.sort(Comparator.comparing(JsonNode::toString));
        }
        for (JsonNode item : items) {
            String name = key.isEmpty() ? String.valueOf(result.size()) : name(item, key);
            result.set("[" + name + "]", item);
        }
        return result;
    }

    private static List<String> keyOf(List<JsonNode> items) {
        for (List<String> key : KEYS) {
            long different = items.stream()
                    .map(item -> name(item, key))
                    .filter(name -> !name.isEmpty())
                    .distinct()
                    .count();
            if (different == items.size()) {
                return key;
            }
        }
        return List.of();
    }

    private static String name(JsonNode item, List<String> key) {
        return key.stream()
                .map(field -> item.path(field).asString(""))
                .collect(Collectors.joining(" "))
                .strip();
    }

    /** What differs; both trees {@link #keyed}. */
    static List<Difference> differences(String object, JsonNode expected, JsonNode got) {
        List<Difference> found = new ArrayList<>();
        compare(object, "", expected, got, found);
        return found;
    }

    private static void compare(String object, String path, JsonNode expected, JsonNode got, List<Difference> found) {
        if (isEmpty(expected) && isEmpty(got)) {
            return;
        }
        // Rules are about single labels and annotations, also where the other side has none at all.
        boolean named = MAPS.stream().anyMatch(path::endsWith)
                && (expected.isObject() || isEmpty(expected))
                && (got.isObject() || isEmpty(got));
        if (named || (expected.isObject() && got.isObject())) {
            NavigableSet<String> names = expected.properties().stream()
                    .map(entry -> entry.getKey())
                    .collect(Collectors.toCollection(TreeSet::new));
            got.properties().forEach(entry -> names.add(entry.getKey()));
            for (String name : names) {
                String below = path.isEmpty() || name.startsWith("[") ? path + name : path + "." + name;
                compare(object, below, expected.path(name), got.path(name), found);
            }
        } else if (!expected.equals(got)) {
            found.add(new Difference("", object, path, shown(expected), shown(got)));
        }
    }

    private static boolean isEmpty(JsonNode node) {
        return node.isMissingNode() || node.isNull() || (node.isContainer() && node.isEmpty());
    }

    private static String shown(JsonNode node) {
        return node.isMissingNode() ? "nothing" : node.isString() ? "'" + node.asString() + "'" : node.toString();
    }
}
