package dev.turnstile.service.transcript;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** What {@code T0}, {@code T1} and so on mean, in seconds since the story began. */
record RecordedClock(Map<String, Double> seconds) {
    private static final Pattern TIME = Pattern.compile("\\bT\\d+\\b");

    static RecordedClock of(JsonNode clock) {
        Map<String, Double> seconds = new TreeMap<>();
        clock.properties()
                .forEach(entry -> seconds.put(
                        entry.getKey(),
                        Double.parseDouble(entry.getValue().asString().replaceAll("[+s]", ""))));
        return new RecordedClock(seconds);
    }

    /** The latest time in a part of the recording that is no deadline; 0 where there is none. */
    double latestIn(JsonNode node) {
        if (node.isString()) {
            return TIME.matcher(node.asString())
                    .results()
                    .mapToDouble(time -> seconds.getOrDefault(time.group(), 0.0))
                    .max()
                    .orElse(0);
        }
        double latest = 0;
        for (var property : node.properties()) {
            boolean deadline = property.getKey().endsWith("deletionTimestamp")
                    || property.getKey().endsWith("requeueAt");
            latest = deadline ? latest : Math.max(latest, latestIn(property.getValue()));
        }
        if (node.isArray()) {
            for (JsonNode item : node) {
                latest = Math.max(latest, latestIn(item));
            }
        }
        return latest;
    }
}
