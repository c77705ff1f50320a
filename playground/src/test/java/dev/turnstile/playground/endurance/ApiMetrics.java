package dev.turnstile.playground.endurance;

import dev.turnstile.embedded.client.HttpApi;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The metrics of an API server, in Prometheus' text format. */
record ApiMetrics(List<String> lines) {
    private static final String REQUESTS = "apiserver_request_total";
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"([^\"]*)\"");

    static ApiMetrics of(HttpApi api) {
        return new ApiMetrics(
                api.send("GET", "/metrics", Map.of(), null).body().lines().toList());
    }

    /** The sum of those series of a metric. */
    long sum(String metric, Predicate<String> series) {
        return lines.stream()
                .filter(line -> line.startsWith(metric + "{"))
                .filter(series)
                .mapToLong(ApiMetrics::value)
                .sum();
    }

    /** The sum of those series of requests. */
    long requests(Predicate<String> series) {
        return sum(REQUESTS, series);
    }

    /** How many requests there were, by verb and resource, as in {@code PATCH workloads/status}. */
    Map<String, Long> requestsByKind() {
        Map<String, Long> counts = new TreeMap<>();
        for (String line : lines) {
            if (line.startsWith(REQUESTS + "{")) {
                counts.merge(kind(line), value(line), Long::sum);
            }
        }
        return counts;
    }

    private static String kind(String line) {
        Map<String, String> labels = new TreeMap<>();
        Matcher matcher = LABEL.matcher(line);
        while (matcher.find()) {
            labels.put(matcher.group(1), matcher.group(2));
        }
        String subresource = labels.getOrDefault("subresource", "");
        return labels.getOrDefault("verb", "") + " " + labels.getOrDefault("resource", "")
                + (subresource.isEmpty() ? "" : "/" + subresource);
    }

    private static long value(String line) {
        return (long) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1));
    }

    /** Whether a series has that label. */
    static Predicate<String> has(String label, String value) {
        return line -> line.contains(label + "=\"" + value + "\"");
    }

    /** Whether requests of a series were carried out. */
    static boolean succeeded(String line) {
        return line.contains("code=\"2");
    }
}
