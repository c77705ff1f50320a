package dev.turnstile.service.transcript;

import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.object.ApiObject;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Compares the events of a step: each of ours that was recorded comes, and no other. Their order and number do not
 * count, nor do those of Kubernetes' own controllers.
 */
final class Events {
    private static final Set<String> ADMITTED = Set.of("QuotaReserved", "Admitted");

    private final Rules rules;
    private final Names recordedNames;
    private final Names names;
    private final Set<String> expectedBefore = new HashSet<>();
    private final Set<String> seenBefore = new HashSet<>();

    private record Told(String object, String text, String reason, String message) {}

    Events(Rules rules, Names recordedNames, Names names) {
        this.rules = rules;
        this.recordedNames = recordedNames;
        this.names = names;
    }

    private Set<String> expected(String cluster, JsonNode then, List<Told> all) {
        Set<String> texts = new TreeSet<>();
        for (JsonNode event : then.path("events")) {
            if (Json.text(event, "cluster").equals(cluster)
                    && ours(Json.text(event, "component"))
                    && !rules.weDoNotTell(Json.text(event, "reason"), Json.text(event, "message"))) {
                JsonNode renamed = rules.renamed(event);
                String object = about(recordedNames.text(Json.text(renamed, "object")), Json.text(renamed, "reason"));
                String text = text(renamed, Json.text(renamed, "component"), recordedNames);
                all.add(new Told(
                        object, text, Json.text(renamed, "reason"), recordedNames.text(Json.text(renamed, "message"))));
                texts.add(object + " " + text);
            }
        }
        return texts;
    }

    private static boolean ours(String component) {
        return component.contains("kueue");
    }

    private static String text(JsonNode event, String component, Names names) {
        return Json.text(event, "type") + " " + Json.text(event, "reason") + " '"
                + names.text(Json.text(event, "message")) + "' from " + component;
    }

    /**
     * What is told otherwise than in the recording. Nothing that is told of an object which is not there any more is
     * too much: between the requests of one step more may happen than the recorder was quick enough to provoke. In the
     * same way a Workload may pass through reasons to wait that are over by the end of the step.
     *
     * @param present the objects that are there, by {@code kind/namespace/name}
     * @param otherwise those of them, named as in the recording, whose reason to wait may be another one
     */
    List<Difference> differences(
            String cluster,
            JsonNode then,
            List<ObjectNode> seen,
            Map<String, ObjectNode> present,
            Set<String> otherwise) {
        Map<String, String> waiting = waiting(present);
        List<Told> told = new ArrayList<>();
        Set<String> expected = expected(cluster, then, told);
        Set<String> got = new TreeSet<>();
        List<Difference> found = new ArrayList<>();
        for (ObjectNode event : seen) {
            String component = Json.text(event, "source", "component");
            if (!ours(component) || rules.onlyWeTell(Json.text(event, "reason"), Json.text(event, "message"))) {
                continue;
            }
            String object = about(object(event), Json.text(event, "reason"));
            String text = text(rules.withoutAdditions(event), component, names);
            boolean known =
                    expected.contains(object + " " + text) || expectedBefore.contains(cluster + object + " " + text);
            boolean passed = rules.mayPass(Json.text(event, "reason"))
                    && (otherwise.contains(object)
                            || !names.text(Json.text(event, "message")).equals(waiting.get(object)));
            if (got.add(object + " " + text) && !known && !passed && present.containsKey(path(event))) {
                found.add(new Difference("", prefix(cluster) + "event on " + object, "", "nothing", text));
            }
        }
        Set<String> lost = lostReplicas(cluster, then, present);
        for (Told event : told) {
            String key = event.object() + " " + event.text();
            if (lost.contains(event.object()) && ADMITTED.contains(event.reason())) {
                continue;
            }
            boolean repeated = rules.mayRepeat(event.reason()) && seenBefore.contains(cluster + key);
            boolean passed = rules.mayPass(event.reason()) && !event.message().equals(waiting.get(event.object()));
            if (!repeated && !passed && got.add(key)) {
                found.add(new Difference(
                        "", prefix(cluster) + "event on " + event.object(), "", event.text(), "nothing"));
            }
        }
        return found;
    }

    /**
     * Workloads that the recording made and deleted in this cluster in one step, and that are gone here as well: their
     * replicas in another cluster won. Clusters admit without knowing of each other, so whether a loser was admitted
     * before it was deleted is chance: the recorder's manager looked on for two seconds, ours deletes it at once.
     */
    private Set<String> lostReplicas(String cluster, JsonNode then, Map<String, ObjectNode> present) {
        Set<String> there = new HashSet<>();
        present.keySet().forEach(path -> there.add(names.text(path)));
        Set<String> made = new HashSet<>();
        Set<String> lost = new HashSet<>();
        String prefix = prefix(cluster) + "Workload/";
        for (JsonNode entry : then.path("sequence")) {
            entry.properties().forEach(write -> {
                if (!cluster.isEmpty() && write.getKey().startsWith(prefix)) {
                    String workload =
                            recordedNames.text("Workload/team/" + write.getKey().substring(prefix.length()));
                    String how = write.getValue().asString("");
                    if (how.equals("created")) {
                        made.add(workload);
                    } else if (how.equals("deleted") && made.contains(workload) && !there.contains(workload)) {
                        lost.add(workload);
                    }
                }
            });
        }
        return lost;
    }

    /** Why each Workload waits now, in the words of its condition. */
    private Map<String, String> waiting(Map<String, ObjectNode> present) {
        Map<String, String> reasons = new TreeMap<>();
        present.forEach((path, object) -> new ApiObject(object)
                .condition("QuotaReserved")
                .filter(condition -> path.startsWith("Workload/"))
                .ifPresent(condition -> reasons.put(names.text(path), names.text(Json.text(condition, "message")))));
        return reasons;
    }

    /** Remembers a step that is over. */
    void stepEnds(String cluster, JsonNode then, List<ObjectNode> seen) {
        expected(cluster, then, new ArrayList<>()).forEach(text -> expectedBefore.add(cluster + text));
        for (ObjectNode event : seen) {
            seenBefore.add(cluster + about(object(event), Json.text(event, "reason")) + " "
                    + text(rules.withoutAdditions(event), Json.text(event, "source", "component"), names));
        }
    }

    /** A fact that is reported once more for another member of a group is one fact, and may be of any of them. */
    private String about(String object, String reason) {
        boolean ofTheGroup = rules.mayRepeat(reason) || rules.isOfAnyMember(reason);
        return object.startsWith("Pod/") && ofTheGroup ? "Pod/of the group" : object;
    }

    private String object(ObjectNode event) {
        return names.text(path(event));
    }

    private static String path(ObjectNode event) {
        JsonNode involved = event.path("involvedObject");
        String namespace = Json.text(involved, "namespace");
        return Json.text(involved, "kind") + "/" + (namespace.isEmpty() ? "" : namespace + "/")
                + Json.text(involved, "name");
    }

    private static String prefix(String cluster) {
        return cluster.isEmpty() ? "" : cluster + ": ";
    }
}
