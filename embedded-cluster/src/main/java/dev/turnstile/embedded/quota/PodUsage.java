package dev.turnstile.embedded.quota;

import dev.turnstile.embedded.object.ApiObject;
import dev.turnstile.model.quantity.Quantity;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import tools.jackson.databind.JsonNode;

/** What a pod uses: itself, and what its containers request and may take. */
final class PodUsage {
    private static final Set<String> COMPUTE = Set.of("cpu", "memory", "ephemeral-storage");
    private static final String REQUESTS = "requests";
    private static final String LIMITS = "limits";

    /** Who has a quota of one of these has every container say how much it wants. */
    private static final List<String> TO_BE_SAID =
            List.of("cpu", "limits.cpu", "limits.memory", "memory", "requests.cpu", "requests.memory");

    private PodUsage() {}

    static Usage of(ApiObject pod, Instant now) {
        Map<String, Quantity> used = new TreeMap<>();
        used.put("count/pods", Quantity.of(1));
        if (counts(pod, now)) {
            used.put("pods", Quantity.of(1));
            total(pod, REQUESTS).forEach((resource, amount) -> {
                if (COMPUTE.contains(resource) || resource.startsWith("hugepages-")) {
                    used.put(resource, amount);
                }
                used.put("requests." + resource, amount);
            });
            total(pod, LIMITS).forEach((resource, amount) -> {
                if (COMPUTE.contains(resource)) {
                    used.put("limits." + resource, amount);
                }
            });
        }
        return new Usage(new TreeMap<>(used));
    }

    /** Not one that has ended, nor one that should have been gone by now. */
    private static boolean counts(ApiObject pod, Instant now) {
        String phase = pod.text("status", "phase");
        if (phase.equals("Failed") || phase.equals("Succeeded")) {
            return false;
        }
        Duration grace = Duration.ofSeconds(pod.number(0, "metadata", "deletionGracePeriodSeconds"));
        return pod.deletionTimestamp()
                .map(deleted -> !now.isAfter(deleted.plus(grace)))
                .orElse(true);
    }

    /** The sum of the containers, or what an init container needs beside those that run on, whichever is more. */
    private static Map<String, Quantity> total(ApiObject pod, String list) {
        Map<String, Quantity> together = new TreeMap<>();
        pod.list("spec", "containers").forEach(container -> merge(together, amounts(container, list), Quantity::plus));
        Map<String, Quantity> most = new TreeMap<>();
        Map<String, Quantity> runsOn = new TreeMap<>();
        for (JsonNode container : pod.list("spec", "initContainers")) {
            Map<String, Quantity> own = amounts(container, list);
            if (container.path("restartPolicy").asString("").equals("Always")) {
                merge(together, own, Quantity::plus);
                merge(runsOn, own, Quantity::plus);
                merge(most, runsOn, Quantity::max);
            } else {
                Map<String, Quantity> beside = new TreeMap<>(runsOn);
                merge(beside, own, Quantity::plus);
                merge(most, beside, Quantity::max);
            }
        }
        merge(together, most, Quantity::max);
        // What is said of the whole pod stands for what its containers say.
        together.putAll(Usage.of(pod.at("spec", "resources", list)).amounts());
        Usage.of(pod.at("spec", "overhead")).amounts().forEach((resource, amount) -> {
            if (list.equals(REQUESTS) || together.containsKey(resource)) {
                together.merge(resource, amount, Quantity::plus);
            }
        });
        return together;
    }

    private static Map<String, Quantity> amounts(JsonNode container, String list) {
        return Usage.of(container.path("resources").path(list)).amounts();
    }

    private static void merge(
            Map<String, Quantity> into, Map<String, Quantity> amounts, BinaryOperator<Quantity> operator) {
        amounts.forEach((name, amount) -> into.merge(name, amount, operator));
    }

    /** What a pod has to say before a quota can count it, and which of its containers do not; empty where all do. */
    static String unsaid(ApiObject pod, Set<String> limited) {
        List<String> missing = new ArrayList<>();
        for (String name : TO_BE_SAID) {
            List<String> silent = limited.contains(name) ? silent(pod, name) : List.of();
            if (!silent.isEmpty()) {
                missing.add(name + " for: " + String.join(",", silent));
            }
        }
        return missing.isEmpty() ? "" : "must specify " + String.join("; ", missing);
    }

    private static List<String> silent(ApiObject pod, String name) {
        String list = name.startsWith("limits.") ? LIMITS : REQUESTS;
        String resource = name.substring(name.indexOf('.') + 1);
        if (pod.at("spec", "resources", list).has(resource)) {
            return List.of();
        }
        List<JsonNode> containers = new ArrayList<>(pod.list("spec", "containers"));
        containers.addAll(pod.list("spec", "initContainers"));
        return containers.stream()
                .filter(container -> !container.path("resources").path(list).has(resource))
                .map(container -> container.path("name").asString(""))
                .sorted()
                .distinct()
                .toList();
    }
}
