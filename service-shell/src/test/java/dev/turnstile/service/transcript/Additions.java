package dev.turnstile.service.transcript;

import dev.turnstile.embedded.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What webhooks and Kubernetes' defaults added to an object on its way in: a field for a field, and no other. */
final class Additions {
    private Additions() {}

    /**
     * What was not added as recorded.
     *
     * @param recorded fields by path
     * @param sent the request
     * @param got what the API made of it
     */
    static List<Difference> differences(
            JsonNode recorded, JsonNode sent, ObjectNode got, String object, Names recordedNames, Names names) {
        Map<String, String> expected = new TreeMap<>();
        recorded.properties()
                .forEach(field -> expected.put(field.getKey(), recordedNames.text(shown(field.getValue()))));
        List<Difference> found = new ArrayList<>();
        expected.forEach((path, value) -> {
            JsonNode added = at(got, path);
            String text = added == null ? "nothing" : names.text(shown(added));
            if (!text.equals(value) && !(value.equals("{}") && added != null)) {
                found.add(new Difference("", object, "added " + path, value, text));
            }
        });
        for (String path : List.of("metadata.labels", "metadata.annotations", "spec.schedulingGates")) {
            for (String name : entries(got, path)) {
                String at = path.equals("spec.schedulingGates") ? path + "[" + name + "]" : path + "." + name;
                if (!entries(sent, path).contains(name) && !expected.containsKey(at)) {
                    found.add(new Difference("", object, "added " + at, "nothing", "added"));
                }
            }
        }
        return found;
    }

    private static List<String> entries(JsonNode object, String path) {
        JsonNode entries = object;
        for (String part : path.split("\\.", -1)) {
            entries = entries.path(part);
        }
        List<String> found = new ArrayList<>();
        if (entries.isArray()) {
            entries.forEach(entry -> found.add(Json.text(entry, "name")));
        } else {
            entries.properties().forEach(entry -> found.add(entry.getKey()));
        }
        return found;
    }

    /** A field by its path, in which names of labels may have dots. */
    private static @Nullable JsonNode at(ObjectNode object, String path) {
        JsonNode node = object;
        String rest = path;
        while (!rest.isEmpty()) {
            if (node.has(rest)) {
                return node.path(rest);
            }
            int end = rest.indexOf('.');
            int bracket = rest.indexOf('[');
            if (bracket >= 0 && (end < 0 || bracket < end)) {
                String name = rest.substring(bracket + 1, rest.length() - 1);
                for (JsonNode item : node.path(rest.substring(0, bracket))) {
                    if (Json.text(item, "name").equals(name)) {
                        return item;
                    }
                }
                return null;
            }
            if (end < 0) {
                return null;
            }
            node = node.path(rest.substring(0, end));
            rest = rest.substring(end + 1);
        }
        return node;
    }

    private static String shown(JsonNode node) {
        return node.isValueNode() ? node.asString() : node.toString();
    }
}
