package dev.turnstile.playground.endurance;

import dev.turnstile.embedded.client.HttpApi;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.object.ApiObject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Workloads as the API server holds them.
 *
 * @param took from the creation of the first to the end of the last, to the second
 */
record Census(int workloads, List<ObjectNode> unfinished, Duration took) {
    private static final String PAGE = "500";

    static Census of(HttpApi api) {
        int workloads = 0;
        Instant first = Instant.MAX;
        Instant last = Instant.MIN;
        List<ObjectNode> unfinished = new ArrayList<>();
        String next = "";
        do {
            Map<String, String> query = new LinkedHashMap<>(Map.of("limit", PAGE));
            if (!next.isEmpty()) {
                query.put("continue", next);
            }
            ObjectNode list = api.get(HttpApi.path("/apis/kueue.x-k8s.io/v1beta2/workloads", query));
            for (JsonNode item : list.path("items")) {
                workloads++;
                Instant created = Instant.parse(Json.text(item, "metadata", "creationTimestamp"));
                first = created.isBefore(first) ? created : first;
                if (!new ApiObject((ObjectNode) item).isConditionTrue("Finished")) {
                    unfinished.add((ObjectNode) item);
                } else {
                    Instant end = finishedAt(item);
                    last = end.isAfter(last) ? end : last;
                }
            }
            next = Json.text(list, "metadata", "continue");
        } while (!next.isEmpty());
        return new Census(workloads, unfinished, last.isBefore(first) ? Duration.ZERO : Duration.between(first, last));
    }

    private static Instant finishedAt(JsonNode workload) {
        for (JsonNode condition : workload.at("/status/conditions")) {
            if (condition.path("type").asString("").equals("Finished")) {
                return Instant.parse(Json.text(condition, "lastTransitionTime"));
            }
        }
        throw new IllegalArgumentException("it is not finished: " + workload);
    }

    int finished() {
        return workloads - unfinished.size();
    }
}
