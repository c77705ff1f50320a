package dev.turnstile.playground.endurance;

import static dev.turnstile.playground.endurance.ApiMetrics.has;

import dev.turnstile.embedded.client.HttpApi;
import java.util.Locale;
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
        ApiMetrics metrics = ApiMetrics.of(api);
        return new Traffic(
                metrics.sum("apiserver_flowcontrol_dispatched_requests_total", has("flow_schema", "service-accounts")),
                metrics.requests(statusPatches("workloads")),
                metrics.requests(statusPatches("clusterqueues").or(statusPatches("localqueues"))),
                metrics.requests(has("verb", "POST").and(has("resource", "events"))));
    }

    private static Predicate<String> statusPatches(String resource) {
        return has("verb", "PATCH").and(has("resource", resource)).and(has("subresource", "status"));
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
