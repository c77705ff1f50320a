package dev.turnstile.embedded.builtin;

import dev.turnstile.embedded.json.Json;
import dev.turnstile.model.quantity.Quantity;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Kubernetes' defaults for the spec of a pod or a template. Applying them twice changes nothing. */
final class PodSpecDefaults {
    private static final int READ_WRITE = 0644;
    private static final List<String> CONTAINER_LISTS = List.of("initContainers", "containers", "ephemeralContainers");
    private static final List<String> PROBES = List.of("livenessProbe", "readinessProbe", "startupProbe");

    private PodSpecDefaults() {}

    /** The defaults of templates and pods. */
    static void apply(ObjectNode spec) {
        put(spec, "dnsPolicy", "ClusterFirst");
        put(spec, "restartPolicy", "Always");
        put(spec, "schedulerName", "default-scheduler");
        if (!spec.has("terminationGracePeriodSeconds")) {
            spec.put("terminationGracePeriodSeconds", 30);
        }
        if (!spec.path("securityContext").isObject()) {
            spec.putObject("securityContext");
        }
        alias(spec, "serviceAccountName", "serviceAccount");
        for (var list : CONTAINER_LISTS) {
            Json.items(spec, list).forEach(container -> container((ObjectNode) container));
        }
        Json.items(spec, "volumes").forEach(volume -> volume((ObjectNode) volume));
        if (spec.path("overhead") instanceof ObjectNode overhead) {
            canonicalQuantities(overhead);
        }
    }

    /** The defaults of pods only: requests that default to limits, and service links. */
    static void applyToPod(ObjectNode spec) {
        apply(spec);
        if (Json.number(spec, 0, "terminationGracePeriodSeconds") < 0) {
            spec.put("terminationGracePeriodSeconds", 1);
        }
        if (!spec.has("enableServiceLinks")) {
            spec.put("enableServiceLinks", true);
        }
        for (var list : List.of("initContainers", "containers")) {
            for (var container : Json.items(spec, list)) {
                if (container.path("resources").path("limits") instanceof ObjectNode limits && !limits.isEmpty()) {
                    var requests = Json.child(Json.child((ObjectNode) container, "resources"), "requests");
                    limits.properties().stream()
                            .filter(limit -> !requests.has(limit.getKey()))
                            .forEach(limit -> requests.set(limit.getKey(), limit.getValue()));
                }
            }
        }
    }

    private static void container(ObjectNode container) {
        put(container, "terminationMessagePath", "/dev/termination-log");
        put(container, "terminationMessagePolicy", "File");
        put(container, "imagePullPolicy", isLatest(Json.text(container, "image")) ? "Always" : "IfNotPresent");
        var resources = Json.child(container, "resources");
        for (var list : List.of("requests", "limits")) {
            if (resources.path(list) instanceof ObjectNode amounts) {
                canonicalQuantities(amounts);
            }
        }
        Json.items(container, "ports").forEach(port -> put((ObjectNode) port, "protocol", "TCP"));
        for (var variable : Json.items(container, "env")) {
            if (variable.path("valueFrom").path("fieldRef") instanceof ObjectNode reference) {
                put(reference, "apiVersion", "v1");
            }
        }
        for (var name : PROBES) {
            if (container.path(name) instanceof ObjectNode probe) {
                probe(probe);
            }
        }
    }

    private static void probe(ObjectNode probe) {
        putNumber(probe, "timeoutSeconds", 1);
        putNumber(probe, "periodSeconds", 10);
        putNumber(probe, "successThreshold", 1);
        putNumber(probe, "failureThreshold", 3);
        if (probe.path("httpGet") instanceof ObjectNode get) {
            put(get, "path", "/");
            put(get, "scheme", "HTTP");
        }
    }

    private static void volume(ObjectNode volume) {
        if (volume.size() == 1 && volume.has("name")) {
            volume.putObject("emptyDir");
        }
        for (var source : List.of("secret", "configMap", "downwardAPI", "projected")) {
            if (volume.path(source) instanceof ObjectNode found) {
                putNumber(found, "defaultMode", READ_WRITE);
            }
        }
        if (volume.path("hostPath") instanceof ObjectNode path && !path.has("type")) {
            path.put("type", "");
        }
    }

    /** An image without a tag means {@code latest}; a digest names one image. */
    private static boolean isLatest(String image) {
        if (image.contains("@")) {
            return false;
        }
        var last = image.substring(image.lastIndexOf('/') + 1);
        var colon = last.indexOf(':');
        return colon < 0 || last.substring(colon + 1).equals("latest");
    }

    /** Writes quantities in Kubernetes' canonical form. */
    private static void canonicalQuantities(ObjectNode amounts) {
        for (var amount : List.copyOf(amounts.properties())) {
            amounts.put(
                    amount.getKey(),
                    Quantity.parse(amount.getValue().asString("")).toString());
        }
    }

    private static void alias(ObjectNode spec, String name, String deprecated) {
        var value = Json.text(spec, name).isEmpty() ? Json.text(spec, deprecated) : Json.text(spec, name);
        if (!value.isEmpty()) {
            spec.put(name, value);
            spec.put(deprecated, value);
        }
    }

    private static void put(ObjectNode node, String property, String value) {
        JsonNode present = node.path(property);
        if (!present.isString() || present.stringValue().isEmpty()) {
            node.put(property, value);
        }
    }

    private static void putNumber(ObjectNode node, String property, int value) {
        if (node.path(property).asInt(0) == 0) {
            node.put(property, value);
        }
    }
}
