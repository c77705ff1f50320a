package dev.turnstile.playground.endurance;

import dev.turnstile.embedded.client.HttpApi;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;

/**
 * What an API server has counted so far, where the service is the only account of a namespace. Upstream's runner writes
 * statuses by server-side apply, which the API server counts apart, and no events.
 *
 * @param requests of the service, watches included
 * @param statusPatches of Workloads, whatever the API server said to them
 * @param queuePatches of statuses of ClusterQueues and LocalQueues
 * @param events that were created
 */
record Traffic(long requests, long statusPatches, long queuePatches, long events) {

    static Traffic of(HttpApi api) {
        List<String> lines =
                api.send("GET", "/metrics", Map.of(), null).body().lines().toList();
        return new Traffic(
                sum(lines, "apiserver_flowcontrol_dispatched_requests_total", has("flow_schema", "service-accounts")),
                sum(lines, "apiserver_request_total", statusPatches("workloads")),
                sum(
                        lines,
                        "apiserver_request_total",
                        statusPatches("clusterqueues").or(statusPatches("localqueues"))),
                sum(lines, "apiserver_request_total", has("verb", "POST").and(has("resource", "events"))));
    }

    private static Predicate<String> statusPatches(String resource) {
        return has("verb", "PATCH").and(has("resource", resource)).and(has("subresource", "status"));
    }

    private static Predicate<String> has(String label, String value) {
        return line -> line.contains(label + "=\"" + value + "\"");
    }

    private static long sum(List<String> lines, String metric, Predicate<String> series) {
        return lines.stream()
                .filter(line -> line.startsWith(metric + "{"))
                .filter(series)
                .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%,d requests (%,d status patches of Workloads, %,d of queues, %,d events)",
                requests,
                statusPatches,
                queuePatches,
                events);
    }
}
