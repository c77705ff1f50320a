package dev.turnstile.embedded.builtin;

import dev.turnstile.embedded.json.Json;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Prints labels and label selectors as kubectl does. */
final class Labels {
    private Labels() {}

    static String print(@Nullable JsonNode labels) {
        if (!(labels instanceof ObjectNode node) || node.isEmpty()) {
            return "<none>";
        }
        if (node.get("matchLabels") instanceof ObjectNode matched) {
            return print(matched);
        }
        List<String> parts = new ArrayList<>();
        node.properties().forEach(label -> parts.add(label.getKey() + "=" + Json.text(label.getValue())));
        parts.sort(null);
        return String.join(",", parts);
    }
}
