package dev.turnstile.playground.endurance;

import dev.turnstile.embedded.client.HttpApi;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.object.ApiObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Workloads as the API server holds them. */
record Census(int workloads, List<ObjectNode> unfinished) {
    private static final String PAGE = "500";

    static Census of(HttpApi api) {
        int workloads = 0;
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
                if (!new ApiObject((ObjectNode) item).isConditionTrue("Finished")) {
                    unfinished.add((ObjectNode) item);
                }
            }
            next = Json.text(list, "metadata", "continue");
        } while (!next.isEmpty());
        return new Census(workloads, unfinished);
    }

    int finished() {
        return workloads - unfinished.size();
    }
}
