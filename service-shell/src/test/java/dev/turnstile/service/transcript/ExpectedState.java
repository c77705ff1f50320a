package dev.turnstile.service.transcript;

import dev.turnstile.embedded.json.Json;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What the recording says is there, step by step: an object is told in full at first, later only what changed of it.
 */
final class ExpectedState {
    /** Kinds whose status is told field by field; of the others it is told as a whole. */
    private static final Set<String> WHOLE_STATUS = Set.of("Workload", "Job", "Pod");

    private final Map<String, ObjectNode> objects = new TreeMap<>();
    private final Map<String, ObjectNode> podsInFull = new TreeMap<>();
    /** What is gone: what is made again under its name is told by what changed, too. */
    private final Map<String, ObjectNode> gone = new TreeMap<>();

    /** The objects by {@code cluster|kind/namespace/name}, named as in the recording. */
    Map<String, ObjectNode> objects() {
        return objects;
    }

    /**
     * What was expected of one cluster is expected of the other from now on.
     *
     * @param retold says of what was given to the other one where it is; anything else stays as it was
     */
    void change(Cast.Change change, UnaryOperator<ObjectNode> retold) {
        for (Map<String, ObjectNode> keyed : List.of(objects, podsInFull, gone)) {
            Map<String, ObjectNode> before = new TreeMap<>(keyed);
            keyed.clear();
            before.forEach((key, object) -> {
                int bar = key.indexOf('|');
                keyed.put(change.of(key.substring(0, bar)) + key.substring(bar), retold.apply(object));
            });
        }
    }

    /** Whether an object of that kind and name is there. */
    boolean knows(String cluster, ObjectNode object) {
        return objects.containsKey(key(cluster, object));
    }

    void apply(JsonNode then) {
        for (JsonNode one : then.path("gone")) {
            String text = one.asString();
            int colon = text.indexOf(": ");
            String key = (colon < 0 ? "" : text.substring(0, colon)) + "|" + text.substring(colon < 0 ? 0 : colon + 2);
            ObjectNode last = objects.remove(key);
            if (last != null) {
                gone.put(key, last);
            }
        }
        for (JsonNode told : then.path("objects")) {
            apply(((ObjectNode) told).deepCopy());
        }
    }

    private void apply(ObjectNode told) {
        JsonNode clusterName = told.remove("cluster");
        String cluster = clusterName == null ? "" : clusterName.asString();
        if (told.has("like")) {
            apply(cluster, likePod(cluster, told));
            return;
        }
        ObjectNode before = objects.get(key(cluster, told));
        ObjectNode metadata = Json.metadata(told);
        if (!metadata.has("uid") && before != null) {
            told.set("metadata", before.path("metadata").deepCopy());
        }
        if (told.path("spec").isString()) {
            told.set("spec", asBefore(before, told).deepCopy());
        }
        ObjectNode last = before == null ? gone.get(key(cluster, told)) : before;
        if (last != null && !WHOLE_STATUS.contains(Json.text(told, "kind"))) {
            ObjectNode status = Json.child(last, "status").deepCopy();
            told.path("status").properties().forEach(field -> status.set(field.getKey(), field.getValue()));
            told.set("status", status);
        }
        apply(cluster, told);
    }

    private static JsonNode asBefore(@Nullable ObjectNode before, ObjectNode told) {
        if (before == null) {
            throw new IllegalStateException(
                    "the recording says 'as before' of " + told.path("metadata") + " and has not told of it before");
        }
        return before.path("spec");
    }

    private void apply(String cluster, ObjectNode object) {
        objects.put(key(cluster, object), object);
        if (Json.text(object, "kind").equals("Pod")) {
            podsInFull.put(cluster + "|" + Json.name(object), object);
        }
    }

    private ObjectNode likePod(String cluster, ObjectNode told) {
        ObjectNode other = podsInFull.get(cluster + "|" + Json.text(told, "like"));
        if (other == null) {
            throw new IllegalStateException("the recording has no pod " + told.path("like") + " to be like");
        }
        ObjectNode pod = other.deepCopy();
        ObjectNode metadata = Json.metadata(pod);
        metadata.remove("deletionTimestamp");
        told.path("metadata").properties().forEach(field -> metadata.set(field.getKey(), field.getValue()));
        // Generated as the other's name was: five characters, or a number in their place.
        String name = Json.name(told);
        if (name.matches(".*-rand\\d+")) {
            metadata.remove("generateName");
        } else {
            metadata.put("generateName", name.substring(0, Math.max(0, name.length() - 5)));
        }
        pod.putObject("status").set("phase", told.path("phase"));
        return pod;
    }

    private static String key(String cluster, ObjectNode object) {
        String namespace = Json.namespace(object);
        boolean pod = Json.text(object, "kind").equals("Pod");
        return cluster + "|" + Json.text(object, "kind") + "/" + (namespace.isEmpty() && pod ? "team/" : "")
                + (namespace.isEmpty() ? "" : namespace + "/") + Json.name(object);
    }
}
