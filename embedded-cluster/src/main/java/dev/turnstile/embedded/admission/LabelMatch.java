package dev.turnstile.embedded.admission;

import java.util.List;
import tools.jackson.databind.JsonNode;

/** Whether labels match a LabelSelector; an empty or missing selector matches all. */
final class LabelMatch {

    private LabelMatch() {}

    static boolean matches(JsonNode selector, JsonNode labels) {
        boolean stated = selector.path("matchLabels")
                .propertyStream()
                .allMatch(wanted -> labels.path(wanted.getKey())
                                .asString("")
                                .equals(wanted.getValue().asString(""))
                        && labels.has(wanted.getKey()));
        if (!stated) {
            return false;
        }
        for (JsonNode requirement : selector.path("matchExpressions")) {
            if (!fulfils(requirement, labels)) {
                return false;
            }
        }
        return true;
    }

    private static boolean fulfils(JsonNode requirement, JsonNode labels) {
        String key = requirement.path("key").asString("");
        List<String> values = requirement
                .path("values")
                .valueStream()
                .map(value -> value.asString(""))
                .toList();
        boolean has = labels.has(key);
        boolean listed = has && values.contains(labels.path(key).asString(""));
        return switch (requirement.path("operator").asString("")) {
            case "In" -> listed;
            case "NotIn" -> !listed;
            case "Exists" -> has;
            case "DoesNotExist" -> !has;
            default -> false;
        };
    }
}
