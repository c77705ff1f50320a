package dev.turnstile.embedded.builtin;

import dev.turnstile.embedded.api.ApiException;
import dev.turnstile.embedded.api.GroupVersionResource;
import dev.turnstile.embedded.api.ResourceStrategy.AdmittedWrite;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.model.quantity.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Applies the limit ranges of a namespace to a new pod: sets missing requests and limits, then, after the webhooks,
 * refuses the pod if a container requests too little or too much. Limit ranges for whole pods and for claims are data.
 */
final class LimitRanges {
    private static final GroupVersionResource LIMIT_RANGES = GroupVersionResource.core("limitranges");

    private LimitRanges() {}

    private static List<ObjectNode> ranges(AdmittedWrite request) {
        return request.client().list(LIMIT_RANGES, request.namespace()).items();
    }

    static void admit(AdmittedWrite request, ObjectNode spec) {
        for (ObjectNode range : ranges(request)) {
            fill(request.object(), spec, range);
        }
    }

    static void verify(AdmittedWrite request, ObjectNode spec) {
        List<String> errors = new ArrayList<>();
        for (ObjectNode range : ranges(request)) {
            for (JsonNode limit : forContainers(range)) {
                for (ObjectNode container : containers(spec)) {
                    check(limit, container.path("resources"), errors);
                }
            }
        }
        if (!errors.isEmpty()) {
            throw ApiException.forbidden(
                    request.type().groupResource(),
                    Json.name(request.object()),
                    errors.size() == 1 ? errors.getFirst() : "[" + String.join(", ", errors) + "]");
        }
    }

    private static List<JsonNode> forContainers(ObjectNode range) {
        return Json.items(range, "spec", "limits").stream()
                .filter(limit -> Json.text(limit, "type").equals("Container"))
                .toList();
    }

    private static List<ObjectNode> containers(ObjectNode spec) {
        List<ObjectNode> found = new ArrayList<>();
        for (String list : List.of("containers", "initContainers")) {
            for (JsonNode container : Json.items(spec, list)) {
                if (container instanceof ObjectNode object) {
                    found.add(object);
                }
            }
        }
        return found;
    }

    private static void fill(ObjectNode pod, ObjectNode spec, ObjectNode range) {
        ObjectNode requests = Json.object();
        ObjectNode limits = Json.object();
        for (JsonNode limit : forContainers(range)) {
            limit.path("defaultRequest").forEachEntry(requests::set);
            limit.path("default").forEachEntry(limits::set);
        }
        List<String> told = new ArrayList<>();
        int plain = Json.items(spec, "containers").size();
        List<ObjectNode> containers = containers(spec);
        for (int i = 0; i < containers.size(); i++) {
            ObjectNode container = containers.get(i);
            String whose = (i < plain ? "container " : "init container ") + Json.text(container, "name");
            tell(fill(container, "requests", requests), " request for " + whose, told);
            tell(fill(container, "limits", limits), " limit for " + whose, told);
        }
        if (!told.isEmpty()) {
            Json.child(Json.metadata(pod), "annotations")
                    .put("kubernetes.io/limit-ranger", "LimitRanger plugin set: " + String.join("; ", told));
        }
    }

    private static void tell(List<String> names, String what, List<String> told) {
        if (!names.isEmpty()) {
            told.add(String.join(", ", names.stream().sorted().toList()) + what);
        }
    }

    /** Sets the missing quantities; returns their names. */
    private static List<String> fill(ObjectNode container, String list, ObjectNode amounts) {
        List<String> open = new ArrayList<>();
        if (!amounts.isEmpty()) {
            ObjectNode own = Json.child(Json.child(container, "resources"), list);
            amounts.forEachEntry((name, amount) -> {
                if (!own.has(name)) {
                    own.set(name, amount);
                    open.add(name);
                }
            });
        }
        return open;
    }

    private static void check(JsonNode limit, JsonNode resources, List<String> errors) {
        limit.path("min").forEachEntry((name, bound) -> {
            String rule = "minimum " + name + " usage per Container is " + bound.asString("");
            Optional<Quantity> request = amount(resources, "requests", name);
            Optional<Quantity> most = amount(resources, "limits", name);
            if (request.isEmpty()) {
                errors.add(rule + ".  No request is specified");
            } else if (request.get().compareTo(quantity(bound)) < 0) {
                errors.add(rule + ", but request is " + request.get());
            } else if (most.isPresent() && most.get().compareTo(quantity(bound)) < 0) {
                errors.add(rule + ", but limit is " + most.get());
            }
        });
        limit.path("max").forEachEntry((name, bound) -> {
            String rule = "maximum " + name + " usage per Container is " + bound.asString("");
            Optional<Quantity> request = amount(resources, "requests", name);
            Optional<Quantity> most = amount(resources, "limits", name);
            if (most.isEmpty()) {
                errors.add(rule + ".  No limit is specified");
            } else if (most.get().compareTo(quantity(bound)) > 0) {
                errors.add(rule + ", but limit is " + most.get());
            } else if (request.isPresent() && request.get().compareTo(quantity(bound)) > 0) {
                errors.add(rule + ", but request is " + request.get());
            }
        });
        limit.path("maxLimitRequestRatio").forEachEntry((name, bound) -> {
            String rule = name + " max limit to request ratio per Container is " + bound.asString("");
            double request = amount(resources, "requests", name)
                    .orElse(Quantity.ZERO)
                    .amount()
                    .doubleValue();
            double most = amount(resources, "limits", name)
                    .orElse(Quantity.ZERO)
                    .amount()
                    .doubleValue();
            if (request == 0) {
                errors.add(rule + ", but no request is specified or request is 0");
            } else if (most == 0) {
                errors.add(rule + ", but no limit is specified or limit is 0");
            } else if (most / request > quantity(bound).amount().doubleValue()) {
                errors.add(rule + String.format(Locale.ROOT, ", but provided ratio is %f", most / request));
            }
        });
    }

    private static Optional<Quantity> amount(JsonNode resources, String list, String name) {
        JsonNode amount = resources.path(list).path(name);
        return amount.isMissingNode() ? Optional.empty() : Optional.of(quantity(amount));
    }

    private static Quantity quantity(JsonNode amount) {
        return Quantity.parse(amount.asString(""));
    }
}
