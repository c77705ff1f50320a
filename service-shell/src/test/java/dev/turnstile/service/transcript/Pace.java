package dev.turnstile.service.transcript;

import dev.turnstile.embedded.json.Json;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * How recorded time is told: long waits, and the time-outs that they are about, are shortened by the same factor.
 *
 * @param longest wait in seconds that is told as recorded
 * @param divisor of longer ones
 */
record Pace(double longest, double divisor, List<Timeout> timeouts) {

    /** A time-out of the configuration; set where the section that it stands in is there. */
    record Timeout(List<String> section, String name, String value) {}

    static Pace of(JsonNode rules) {
        List<Timeout> timeouts = new ArrayList<>();
        for (JsonNode rule : rules.path("timeouts")) {
            List<String> path = List.of(Json.text(rule, "path").split("\\."));
            timeouts.add(new Timeout(path.subList(0, path.size() - 1), path.getLast(), Json.text(rule, "is")));
        }
        return new Pace(
                Json.number(rules, Long.MAX_VALUE, "longest"),
                Json.number(rules, 1, "divideBy"),
                List.copyOf(timeouts));
    }

    /** How many seconds a wait takes that was recorded so. */
    double told(double seconds) {
        return seconds > longest ? seconds / divisor : seconds;
    }

    /** The recorded configuration at this pace. */
    ObjectNode configuration(ObjectNode recorded) {
        ObjectNode configuration = recorded.deepCopy();
        for (Timeout timeout : timeouts) {
            JsonNode section = configuration;
            for (String name : timeout.section()) {
                section = section.path(name);
            }
            if (section instanceof ObjectNode present) {
                present.put(timeout.name(), timeout.value());
            }
        }
        return configuration;
    }
}
