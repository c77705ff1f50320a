package dev.turnstile.worker.job;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Which pods of a group are alike: those whose hash is the same make one pod set, which is named by it.
 *
 * <p>Goal: the value that Kueue gives, so that a group that it began goes on with us. Constraint: that is a hash over
 * text, so every byte counts. Steps: the parts of the pod's spec that decide where it fits and what it needs, named in
 * alphabetical order, {@code null} where there is none, fields of tolerations and ports in the order of Kubernetes'
 * types; as JSON without spaces; the first eight hex digits of its SHA-256. Example: one container that requests one
 * cpu, priority 0 and the two tolerations that Kubernetes gives to every pod make {@code 4b0469f7}.
 */
public final class RoleHash {
    private static final int DIGITS = 8;
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final List<String> TOLERATION = List.of("key", "operator", "value", "effect", "tolerationSeconds");
    private static final List<String> PORT = List.of("name", "hostPort", "containerPort", "protocol", "hostIP");

    private RoleHash() {}

    /** The hash of a pod's {@code spec}, as it is when the pod is created. */
    public static String of(JsonNode spec) {
        ObjectNode shape = NODES.objectNode();
        shape.set("affinity", orNull(spec.path("affinity")));
        shape.set("containers", containers(spec.path("containers")));
        shape.set("initContainers", containers(spec.path("initContainers")));
        shape.set("nodeSelector", sorted(spec.path("nodeSelector")));
        shape.set("overhead", sorted(spec.path("overhead")));
        shape.set("priority", orNull(spec.path("priority")));
        shape.set("resourceClaims", orNull(spec.path("resourceClaims")));
        shape.set("runtimeClassName", orNull(spec.path("runtimeClassName")));
        shape.set("tolerations", list(spec.path("tolerations"), TOLERATION));
        shape.set("topologySpreadConstraints", orNull(spec.path("topologySpreadConstraints")));
        ObjectNode whole = NODES.objectNode();
        whole.set("spec", shape);
        return HexFormat.of()
                .formatHex(sha256(JsonMapper.shared().writeValueAsString(whole)))
                .substring(0, DIGITS);
    }

    private static JsonNode containers(JsonNode containers) {
        if (containers.isEmpty()) {
            return NODES.nullNode();
        }
        ArrayNode shapes = NODES.arrayNode();
        for (JsonNode container : containers) {
            ObjectNode shape = shapes.addObject();
            shape.set("ports", list(container.path("ports"), PORT));
            shape.putObject("resources")
                    .set("requests", sorted(container.path("resources").path("requests")));
        }
        return shapes;
    }

    private static JsonNode list(JsonNode items, List<String> fields) {
        if (items.isEmpty()) {
            return NODES.nullNode();
        }
        ArrayNode ordered = NODES.arrayNode();
        for (JsonNode item : items) {
            ObjectNode fieldsOfItem = ordered.addObject();
            fields.stream().filter(item::has).forEach(field -> fieldsOfItem.set(field, item.path(field)));
        }
        return ordered;
    }

    private static JsonNode sorted(JsonNode map) {
        if (map.isEmpty()) {
            return NODES.nullNode();
        }
        TreeMap<String, JsonNode> entries = new TreeMap<>();
        map.properties().forEach(entry -> entries.put(entry.getKey(), entry.getValue()));
        return NODES.objectNode().setAll(entries);
    }

    private static JsonNode orNull(JsonNode node) {
        boolean nothing = node.isMissingNode() || (node.isContainer() && node.isEmpty());
        return nothing ? NODES.nullNode() : node;
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
