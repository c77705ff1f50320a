package dev.turnstile.embedded.object;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A view of an API object with accessors named after Kubernetes' fields. It neither copies nor changes the tree beneath
 * it.
 */
public record ApiObject(ObjectNode tree) {

    public String apiVersion() {
        return text("apiVersion");
    }

    public String kind() {
        return text("kind");
    }

    public String name() {
        return text("metadata", "name");
    }

    public String namespace() {
        return text("metadata", "namespace");
    }

    public String uid() {
        return text("metadata", "uid");
    }

    /** The resource version as a number, which it is in this server; 0 if the object was never stored. */
    public long version() {
        var text = text("metadata", "resourceVersion");
        return text.isEmpty() ? 0 : Long.parseLong(text);
    }

    /** The key of the object in controllers: namespace and name, or the name of a cluster-scoped object. */
    public String key() {
        return namespace().isEmpty() ? name() : namespace() + "/" + name();
    }

    public Map<String, String> labels() {
        return texts("metadata", "labels");
    }

    public Map<String, String> annotations() {
        return texts("metadata", "annotations");
    }

    public List<String> finalizers() {
        return list("metadata", "finalizers").stream().map(JsonNode::asString).toList();
    }

    public Instant creationTimestamp() {
        return time("metadata", "creationTimestamp").orElse(Instant.EPOCH);
    }

    public Optional<Instant> deletionTimestamp() {
        return time("metadata", "deletionTimestamp");
    }

    public boolean isBeingDeleted() {
        return at("metadata", "deletionTimestamp").isString();
    }

    public List<OwnerReference> ownerReferences() {
        return list("metadata", "ownerReferences").stream()
                .map(OwnerReference::of)
                .toList();
    }

    /** The owner reference with {@code controller: true}. */
    public Optional<OwnerReference> controller() {
        return ownerReferences().stream().filter(OwnerReference::isController).findFirst();
    }

    /** The condition of that type in {@code status.conditions}. */
    public Optional<JsonNode> condition(String type) {
        return list("status", "conditions").stream()
                .filter(condition -> condition.path("type").asString("").equals(type))
                .findFirst();
    }

    public boolean isConditionTrue(String type) {
        return condition(type)
                .filter(condition -> condition.path("status").asString("").equals("True"))
                .isPresent();
    }

    /** The node at a path; a missing node if there is none. */
    public JsonNode at(String... path) {
        JsonNode node = tree;
        for (var step : path) {
            node = node.path(step);
        }
        return node;
    }

    /** The string at a path; empty if there is none, since Kubernetes treats the two alike. */
    public String text(String... path) {
        return at(path).asString("");
    }

    public OptionalInt number(String... path) {
        var node = at(path);
        return node.isNumber() ? OptionalInt.of(node.asInt()) : OptionalInt.empty();
    }

    public int number(int otherwise, String... path) {
        return number(path).orElse(otherwise);
    }

    public boolean flag(String... path) {
        return at(path).asBoolean(false);
    }

    public Optional<Instant> time(String... path) {
        var text = text(path);
        return text.isEmpty() ? Optional.empty() : Optional.of(Instant.parse(text));
    }

    public List<JsonNode> list(String... path) {
        var node = at(path);
        if (!node.isArray() || node.isEmpty()) {
            return List.of();
        }
        var items = new ArrayList<JsonNode>(node.size());
        node.forEach(items::add);
        return items;
    }

    public Map<String, String> texts(String... path) {
        var texts = new TreeMap<String, String>();
        at(path).forEachEntry((key, value) -> texts.put(key, value.asString("")));
        return texts;
    }

    /** A time as Kubernetes writes it in metadata and conditions: whole seconds, UTC. */
    public static String timestamp(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
