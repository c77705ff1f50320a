package dev.turnstile.worker.inbound;

import dev.turnstile.model.quantity.Quantity;
import dev.turnstile.model.quantity.QuantityFormatException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What one pod of a template requests, as Kubernetes' scheduler computes it, and what is wrong with it.
 *
 * <p>The containers run together, so their requests add up. Init containers run one after the other before them: of
 * those only the largest counts, if it is larger than the sum. An init container that restarts always (a sidecar) runs
 * on beside everything after it. The pod's overhead comes on top; requests of the pod as a whole replace the sum. A
 * limit without a request is a request.
 *
 * <p>Example: containers 1 and 2, init containers 2, sidecar 1, 3: the sum is 1 + 2 + 1 = 4, the largest moment of the
 * start is 3 + 1 = 4, the pod requests 4.
 *
 * @param requests per resource
 * @param problem what is wrong, as a person would say it; null where nothing is
 */
public record PodResources(
        Map<String, Quantity> requests, @Nullable String problem) {

    /** Reads a PodTemplateSpec; {@code path} says in problems where it stands. */
    public static PodResources of(JsonNode template, String path) {
        try {
            return read(template.path("spec"), path + ".spec");
        } catch (QuantityFormatException e) {
            return new PodResources(Map.of(), path + ".spec: Invalid value: " + e.getMessage());
        }
    }

    private static PodResources read(JsonNode spec, String path) {
        List<String> problems = new ArrayList<>();
        Map<String, Quantity> running = new TreeMap<>();
        int index = 0;
        for (JsonNode container : spec.path("containers")) {
            add(running, container(container, path + ".containers[" + index++ + "]", problems));
        }
        Map<String, Quantity> sidecars = new TreeMap<>();
        Map<String, Quantity> starting = new TreeMap<>();
        index = 0;
        for (JsonNode container : spec.path("initContainers")) {
            Map<String, Quantity> own = container(container, path + ".initContainers[" + index++ + "]", problems);
            if (container.path("restartPolicy").asString("").equals("Always")) {
                add(running, own);
                add(sidecars, own);
                largest(starting, sidecars);
            } else {
                Map<String, Quantity> moment = new TreeMap<>(sidecars);
                add(moment, own);
                largest(starting, moment);
            }
        }
        largest(running, starting);
        running.putAll(container(spec, path, problems));
        spec.path("overhead")
                .properties()
                .forEach(entry -> running.merge(
                        entry.getKey(), Quantity.parse(entry.getValue().asString()), Quantity::plus));
        running.forEach((resource, quantity) -> {
            if (quantity.signum() < 0) {
                problems.add(path + ": Invalid value: \"" + quantity + "\": " + resource
                        + " must be greater than or equal to 0");
            }
        });
        return new PodResources(running, problems.isEmpty() ? null : String.join(", ", problems));
    }

    private static Map<String, Quantity> container(JsonNode container, String path, List<String> problems) {
        Map<String, Quantity> limits = quantities(container.path("resources").path("limits"));
        Map<String, Quantity> requests = quantities(container.path("resources").path("requests"));
        List<String> beyond = requests.entrySet().stream()
                .filter(entry -> {
                    Quantity limit = limits.get(entry.getKey());
                    return limit != null && entry.getValue().compareTo(limit) > 0;
                })
                .map(entry -> "\"" + entry.getKey() + "\"")
                .toList();
        if (!beyond.isEmpty()) {
            problems.add(
                    path + ": Invalid value: [" + String.join(",", beyond) + "]: requests must not exceed its limits");
        }
        limits.forEach(requests::putIfAbsent);
        return requests;
    }

    private static Map<String, Quantity> quantities(JsonNode list) {
        Map<String, Quantity> quantities = new TreeMap<>();
        list.properties()
                .forEach(entry -> quantities.put(
                        entry.getKey(), Quantity.parse(entry.getValue().asString())));
        return quantities;
    }

    private static void add(Map<String, Quantity> sum, Map<String, Quantity> more) {
        more.forEach((resource, quantity) -> sum.merge(resource, quantity, Quantity::plus));
    }

    private static void largest(Map<String, Quantity> most, Map<String, Quantity> other) {
        other.forEach((resource, quantity) -> most.merge(resource, quantity, Quantity::max));
    }
}
