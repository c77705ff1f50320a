package dev.turnstile.service.transcript;

import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.object.ApiObject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Compares the objects of one cluster. Pods of one owner are the same in any order. */
final class StateComparison {
    private final String story;
    private final Rules rules;
    private final Names recordedNames;
    private final Names names;

    private int step;

    StateComparison(String story, Rules rules, Names recordedNames, Names names) {
        this.story = story;
        this.rules = rules;
        this.recordedNames = recordedNames;
        this.names = names;
    }

    /** From now on that step is compared. */
    void begin(int newStep) {
        step = newStep;
    }

    private boolean ignored(Difference difference) {
        return rules.ignores(story, step, difference);
    }

    List<Difference> differences(String cluster, Collection<ObjectNode> expected, Collection<ObjectNode> got) {
        Map<String, List<JsonNode>> expectedViews = new TreeMap<>();
        expected.forEach(
                object -> put(expectedViews, recordedNames.tree(rules.renamed(object)), Json.text(object, "kind")));
        Map<String, List<JsonNode>> views = new TreeMap<>();
        got.forEach(object -> put(views, names.tree(rules.withoutAdditions(object)), Json.text(object, "kind")));
        TreeSet<String> all = new TreeSet<>(expectedViews.keySet());
        all.addAll(views.keySet());
        List<Difference> found = new ArrayList<>();
        for (String name : all) {
            String object = (cluster.isEmpty() ? "" : cluster + ": ") + name;
            List<JsonNode> wanted = expectedViews.getOrDefault(name, List.of());
            match(object, new ArrayList<>(wanted), new ArrayList<>(views.getOrDefault(name, List.of())), found);
        }
        Stale stale = new Stale(expected, recordedNames);
        Set<String> otherwise = waitingOtherwise(expected);
        found.removeIf(difference -> ignored(difference)
                || stale.covers(difference)
                // What a Workload requests is written with its own evaluation.
                || (difference.field().startsWith("status.resourceRequests")
                        && otherwise.contains(difference.object().replaceFirst("^.*: ", ""))));
        return found;
    }

    /** The Workloads, by path, whose reason to wait may be told otherwise than in the recording. */
    Set<String> waitingOtherwise(Collection<ObjectNode> expected) {
        Set<String> found = new TreeSet<>();
        for (ObjectNode object : expected) {
            ApiObject workload = new ApiObject(object);
            String path = workload.kind() + "/" + workload.namespace() + "/" + recordedNames.text(workload.name());
            workload.condition("QuotaReserved")
                    .filter(_ -> workload.kind().equals("Workload"))
                    .map(condition -> new Difference(
                            "", path, "status.conditions[QuotaReserved].message", Json.text(condition, "message"), ""))
                    .filter(this::ignored)
                    .ifPresent(_ -> found.add(path));
        }
        return found;
    }

    private static void put(Map<String, List<JsonNode>> views, JsonNode object, String kind) {
        String namespace = Json.text(object, "metadata", "namespace");
        String name = kind + "/" + (namespace.isEmpty() ? "" : namespace + "/") + Json.text(object, "metadata", "name");
        views.computeIfAbsent(name, _ -> new ArrayList<>()).add(ObjectView.of((ObjectNode) object));
    }

    private void match(String object, List<JsonNode> expected, List<JsonNode> got, List<Difference> found) {
        expected.removeIf(wanted -> {
            int same = indexOfSame(object, wanted, got);
            if (same >= 0) {
                got.remove(same);
            }
            return same >= 0;
        });
        int pairs = Math.min(expected.size(), got.size());
        for (int i = 0; i < pairs; i++) {
            found.addAll(TreeComparison.differences(object, expected.get(i), got.get(i)));
        }
        for (JsonNode missing : expected.subList(pairs, expected.size())) {
            found.add(Difference.missing(object, shortened(missing)));
        }
        for (JsonNode unexpected : got.subList(pairs, got.size())) {
            found.add(Difference.left(object, shortened(unexpected)));
        }
    }

    private static String shortened(JsonNode object) {
        String text = object.toString();
        return "an object" + (text.length() > 300 ? " " + text.substring(0, 300) + "…" : " " + text);
    }

    private int indexOfSame(String object, JsonNode wanted, List<JsonNode> got) {
        for (int i = 0; i < got.size(); i++) {
            if (TreeComparison.differences(object, wanted, got.get(i)).stream().allMatch(this::ignored)) {
                return i;
            }
        }
        return -1;
    }
}
