package dev.turnstile.worker.inbound;

import dev.turnstile.core.message.Message;
import dev.turnstile.model.kueue.PodSet;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.model.quantity.Quantity;
import dev.turnstile.model.quantity.QuantityFormatException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What pods will request once Kubernetes has made them where they are: a RuntimeClass adds its overhead, LimitRanges of
 * the namespace fill in what containers leave out. The Workload stays as its user wrote it.
 *
 * <p>Example: a container without resources, in a namespace whose LimitRange has {@code defaultRequest: {cpu: 750m}},
 * in a pod whose RuntimeClass has an overhead of 250m: the pod requests 1 cpu.
 */
public final class Surroundings {
    private static final List<String> CONTAINERS = List.of("initContainers", "containers");

    private final ResourceRules rules;
    private final Function<String, @Nullable ObjectNode> runtimeClass;
    private final Function<String, ? extends Collection<ObjectNode>> limitRanges;

    /**
     * Surroundings that are looked up when they are needed.
     *
     * @param rules what requests count as
     * @param limitRanges those of a namespace
     */
    public Surroundings(
            ResourceRules rules,
            Function<String, @Nullable ObjectNode> runtimeClass,
            Function<String, ? extends Collection<ObjectNode>> limitRanges) {
        this.rules = rules;
        this.runtimeClass = runtimeClass;
        this.limitRanges = limitRanges;
    }

    /** The core's view. */
    public dev.turnstile.core.workload.Workload view(Workload workload) {
        return Workloads.view(completed(workload), rules);
    }

    /**
     * What is wrong with what the pods request.
     *
     * @param message of what their user wrote, as long as it is so
     * @param told what follows from it where it runs, recorded once as an event: a user who has to mend both sees both
     */
    public record Problem(Message message, Message told) {}

    /** What is wrong with what the pods request, by themselves or there, or null. */
    public @Nullable Problem problem(Workload workload) {
        String own = Workloads.problem(workload);
        if (own != null) {
            return new Problem(Message.of(own), Message.of(own));
        }
        String completed = Workloads.problem(completed(workload));
        String limits = beyondLimits(workload);
        String message = limits == null ? completed : limits;
        return message == null
                ? null
                : new Problem(Message.of(message), Message.of(completed == null ? message : completed));
    }

    private @Nullable String beyondLimits(Workload workload) {
        List<String> problems = new ArrayList<>();
        for (JsonNode limit : limits(workload)) {
            for (int i = 0; i < workload.spec().podSets().size(); i++) {
                String path = "spec.podSets[" + i + "].template.spec";
                try {
                    outside(limit, workload.spec().podSets().get(i).template(), path, problems);
                } catch (QuantityFormatException e) {
                    problems.add(path + ": Invalid value: " + e.getMessage());
                }
            }
        }
        return problems.isEmpty()
                ? null
                : "resources didn't satisfy LimitRange constraints: " + String.join(", ", problems);
    }

    private static void outside(JsonNode limit, JsonNode template, String path, List<String> problems) {
        switch (limit.path("type").asString("")) {
            case "Container" -> {
                for (String list : CONTAINERS) {
                    int index = 0;
                    for (JsonNode container : template.path("spec").path(list)) {
                        JsonNode resources = container.path("resources");
                        String at = path + "." + list + "[" + index++ + "]";
                        outside(limit, at, resources.path("requests"), resources.path("limits"), problems);
                    }
                }
            }
            case "Pod" -> {
                ObjectNode requests = JsonNodeFactory.instance.objectNode();
                PodResources.of(template, path)
                        .requests()
                        .forEach((resource, quantity) -> requests.put(resource, quantity.toString()));
                outside(limit, path, requests, requests, problems);
            }
            default -> {}
        }
    }

    private static void outside(
            JsonNode limit, String path, JsonNode requests, JsonNode limits, List<String> problems) {
        List<String> above = new ArrayList<>();
        List<String> below = new ArrayList<>();
        for (JsonNode asked : List.of(limits, requests)) {
            beyond(asked, limit.path("max"), above, true);
        }
        for (JsonNode asked : List.of(requests, limits)) {
            beyond(asked, limit.path("min"), below, false);
        }
        if (!above.isEmpty()) {
            problems.add(path + ": Invalid value: [" + String.join(",", above)
                    + "]: requests must not be above the limitRange max");
        }
        if (!below.isEmpty()) {
            problems.add(path + ": Invalid value: [" + String.join(",", below)
                    + "]: requests must not be below the limitRange min");
        }
    }

    private static void beyond(JsonNode asked, JsonNode bound, List<String> beyond, boolean above) {
        for (Map.Entry<String, JsonNode> entry : asked.properties()) {
            JsonNode limit = bound.path(entry.getKey());
            String name = "\"" + entry.getKey() + "\"";
            if (!limit.isMissingNode() && !beyond.contains(name)) {
                int compared = Quantity.parse(entry.getValue().asString()).compareTo(Quantity.parse(limit.asString()));
                if (above ? compared > 0 : compared < 0) {
                    beyond.add(name);
                }
            }
        }
    }

    private List<JsonNode> limits(Workload workload) {
        String namespace = Objects.requireNonNullElse(workload.metadata().getNamespace(), "");
        List<JsonNode> limits = new ArrayList<>();
        for (ObjectNode range : limitRanges.apply(namespace)) {
            range.path("spec").path("limits").forEach(limits::add);
        }
        return limits;
    }

    /** The Workload with templates as its pods will be. */
    Workload completed(Workload workload) {
        List<JsonNode> limits = limits(workload);
        List<PodSet> podSets = workload.spec().podSets().stream()
                .map(podSet -> {
                    ObjectNode template = completed(podSet.template(), limits);
                    return template.equals(podSet.template())
                            ? podSet
                            : new PodSet(podSet.name(), template, podSet.count(), podSet.minCount());
                })
                .toList();
        return podSets.equals(workload.spec().podSets())
                ? workload
                : workload.withSpec(workload.spec().withPodSets(podSets));
    }

    private ObjectNode completed(ObjectNode template, List<JsonNode> limits) {
        JsonNode overhead = overhead(template.path("spec"));
        List<JsonNode> defaults = limits.stream()
                .filter(limit -> limit.path("type").asString("").equals("Container"))
                .filter(limit -> limit.has("default") || limit.has("defaultRequest"))
                .toList();
        if (overhead.isEmpty() && defaults.isEmpty()) {
            return template;
        }
        ObjectNode copy = template.deepCopy();
        ObjectNode spec = copy.withObject("spec");
        if (!overhead.isEmpty()) {
            spec.set("overhead", overhead);
        }
        for (String list : CONTAINERS) {
            if (spec.path(list) instanceof ArrayNode containers) {
                containers.forEach(container -> fill((ObjectNode) container, defaults));
            }
        }
        return copy;
    }

    private JsonNode overhead(JsonNode spec) {
        String name = spec.path("runtimeClassName").asString("");
        JsonNode found = name.isEmpty() || spec.has("overhead") ? null : runtimeClass.apply(name);
        return found == null
                ? JsonNodeFactory.instance.objectNode()
                : found.path("overhead").path("podFixed");
    }

    /** As Kubernetes does it: a limit is a request before a default is. */
    private static void fill(ObjectNode container, List<JsonNode> defaults) {
        ObjectNode requests = container.withObject("resources").withObject("requests");
        ObjectNode own = container.withObject("resources").withObject("limits");
        absent(requests, own);
        for (JsonNode limit : defaults) {
            absent(requests, limit.path("defaultRequest"));
            absent(own, limit.path("default"));
        }
    }

    private static void absent(ObjectNode target, JsonNode values) {
        values.properties().forEach(value -> {
            if (!target.has(value.getKey())) {
                target.set(value.getKey(), value.getValue());
            }
        });
    }
}
