package dev.turnstile.service.transcript;

import dev.turnstile.embedded.json.Json;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Which cluster plays whose part. Which of two equal workers wins a Workload, or is let through first, is chance: where
 * it is another one than in the recording, the two change their parts from then on. If they were not equal, the parts
 * do not fit, and that is a difference.
 */
final class Cast {
    /**
     * Two clusters that change their parts.
     *
     * @param workload that was given to the other one
     */
    record Change(String workload, String one, String other) {
        String of(String cluster) {
            return cluster.equals(one) ? other : cluster.equals(other) ? one : cluster;
        }
    }

    private final Set<String> clusters;
    private final Map<String, String> playedBy = new TreeMap<>();
    private final Set<String> settled = new HashSet<>();

    Cast(Collection<String> clusters) {
        this.clusters = new TreeSet<>(clusters);
        clusters.forEach(name -> playedBy.put(name, name));
    }

    /** A part of the recording, as it is played now. */
    JsonNode of(JsonNode recorded) {
        return played(recorded, playedBy);
    }

    /**
     * Notes whom a Workload was given to; the clusters that are to change their parts, where that is somebody else than
     * in the recording.
     *
     * @param then what is expected, as it is played now
     * @param seen the objects of each cluster
     */
    Optional<Change> change(JsonNode then, Names recordedNames, Map<String, Collection<ObjectNode>> seen, Names names) {
        Map<String, Set<String>> expected = new TreeMap<>();
        for (JsonNode object : then.path("objects")) {
            note(Json.text(object, "cluster"), object, recordedNames, expected);
        }
        Map<String, Set<String>> got = new TreeMap<>();
        seen.forEach((cluster, objects) -> objects.forEach(object -> note(cluster, object, names, got)));
        for (Map.Entry<String, Set<String>> one : expected.entrySet()) {
            Set<String> wanted = one.getValue();
            Set<String> found = got.getOrDefault(one.getKey(), Set.of());
            if (wanted.size() == 1 && found.size() == 1 && settled.add(one.getKey()) && !wanted.equals(found)) {
                Change change = new Change(
                        one.getKey(), wanted.iterator().next(), found.iterator().next());
                playedBy.replaceAll((part, cluster) -> change.of(cluster));
                return Optional.of(change);
            }
        }
        return Optional.empty();
    }

    /** Whom a Workload was given to: where its gate is open, and where it won. */
    private static void note(String cluster, JsonNode object, Names names, Map<String, Set<String>> given) {
        if (!Json.text(object, "kind").equals("Workload")) {
            return;
        }
        String name = names.text(Json.text(object, "metadata", "name"));
        boolean open = Json.items(object, "status", "preemptionGates").stream()
                .anyMatch(gate -> Json.text(gate, "position").equals("Open")
                        || Json.text(gate, "state").equals("Open"));
        String winner = Json.text(object, "status", "clusterName");
        if (open || !winner.isEmpty()) {
            given.computeIfAbsent(name, unseen -> new TreeSet<>()).add(open ? cluster : winner);
        }
    }

    /** A part of the recording that is played already, with two clusters in each other's part. */
    JsonNode changed(JsonNode played, Change change) {
        Map<String, String> parts = new TreeMap<>();
        clusters.forEach(cluster -> parts.put(cluster, change.of(cluster)));
        return played(played, parts);
    }

    private JsonNode played(JsonNode node, Map<String, String> parts) {
        if (node.isString()) {
            return JsonNodeFactory.instance.stringNode(text(node.asString(), parts));
        }
        if (node instanceof ArrayNode) {
            ArrayNode result = JsonNodeFactory.instance.arrayNode();
            node.forEach(item -> result.add(played(item, parts)));
            return result;
        }
        if (node instanceof ObjectNode) {
            ObjectNode result = JsonNodeFactory.instance.objectNode();
            node.properties().forEach(field -> {
                boolean names =
                        field.getKey().equals("cluster") || field.getKey().equals("clusterName");
                String value = field.getValue().asString("");
                result.set(
                        parts.getOrDefault(field.getKey(), text(field.getKey(), parts)),
                        names
                                ? JsonNodeFactory.instance.stringNode(parts.getOrDefault(value, value))
                                : played(field.getValue(), parts));
            });
            return result;
        }
        return node;
    }

    /** Clusters are named in quotes in messages, and before a colon where objects are listed. */
    private static String text(String text, Map<String, String> parts) {
        for (Map.Entry<String, String> part : parts.entrySet()) {
            String name = part.getKey();
            if (text.contains("\"" + name + "\"")) {
                return text.replace("\"" + name + "\"", "\"" + part.getValue() + "\"");
            }
            if (text.startsWith(name + ": ")) {
                return part.getValue() + text.substring(name.length());
            }
        }
        return text;
    }
}
