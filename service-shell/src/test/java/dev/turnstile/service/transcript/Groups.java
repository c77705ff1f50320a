package dev.turnstile.service.transcript;

import dev.turnstile.embedded.json.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Fields of a Workload that must change in one write, since a state with only one of them would be wrong: the eviction
 * with the reset of the checks, the release of quota with what says whether it queues again.
 */
final class Groups {
    private static final List<Set<String>> ALL =
            List.of(Set.of("Evicted", "admissionChecks"), Set.of("QuotaReserved", "Requeued"));

    /**
     * One write.
     *
     * @param workload {@code Workload/namespace/name}
     * @param changed what of the groups changed
     */
    record Write(String workload, Set<String> changed) {}

    private Groups() {}

    /** What of the groups a write changed. */
    static Write between(String key, ObjectNode before, ObjectNode after) {
        Set<String> changed = new TreeSet<>();
        for (Set<String> group : ALL) {
            for (String field : group) {
                if (!value(before, field).equals(value(after, field))) {
                    changed.add(field);
                }
            }
        }
        return new Write(key, changed);
    }

    private static JsonNode value(ObjectNode workload, String field) {
        JsonNode status = workload.path("status");
        if (field.equals("admissionChecks")) {
            return status.path(field);
        }
        ObjectNode value = Json.object();
        for (JsonNode condition : status.path("conditions")) {
            if (Json.text(condition, "type").equals(field)) {
                value.set("status", condition.path("status"));
                value.set("reason", condition.path("reason"));
            }
        }
        return value;
    }

    /**
     * What was recorded as one write and was several here. What was deleted afterwards may be gone before its last
     * write: then nothing was written in part.
     */
    static List<Difference> differences(
            JsonNode sequence, String cluster, List<Write> writes, Names recordedNames, Names names) {
        List<Difference> found = new ArrayList<>();
        Set<String> deletedLater = new HashSet<>();
        List<JsonNode> entries = new ArrayList<>();
        sequence.forEach(entries::add);
        for (JsonNode entry : entries.reversed()) {
            entry.properties().forEach(write -> {
                if (write.getValue().asString("").equals("deleted")) {
                    deletedLater.add(write.getKey());
                }
                String prefix = cluster.isEmpty() ? "" : cluster + ": ";
                String object =
                        write.getKey().startsWith(prefix) ? write.getKey().substring(prefix.length()) : write.getKey();
                for (Set<String> group : ALL) {
                    if (object.startsWith("Workload/")
                            && changes(write.getValue()).containsAll(group)) {
                        String workload = recordedNames.text(object.replaceFirst("/", "/team/"));
                        List<Set<String>> changed = writes.stream()
                                .filter(one -> names.text(one.workload()).equals(workload))
                                .map(Write::changed)
                                .toList();
                        boolean once = changed.stream().anyMatch(one -> one.containsAll(group));
                        boolean all = group.stream()
                                .allMatch(field -> changed.stream().anyMatch(one -> one.contains(field)));
                        if (!once && (all || !deletedLater.contains(write.getKey()))) {
                            found.add(new Difference("", prefix + workload, "status", "one write of " + group, "none"));
                        }
                    }
                }
            });
        }
        return found;
    }

    /** What of the groups a recorded write changed: of the second one only where it gives quota back. */
    private static Set<String> changes(JsonNode write) {
        Set<String> changes = new TreeSet<>();
        boolean released = Json.items(write, "removed").stream()
                .anyMatch(field -> field.asString("").startsWith("status.admission."));
        write.path("set").properties().forEach(field -> {
            String path = field.getKey();
            if (path.startsWith("status.admissionChecks")) {
                changes.add("admissionChecks");
            } else if (path.matches("status\\.conditions\\[\\w+]")) {
                String type = path.substring("status.conditions[".length(), path.length() - 1);
                if (released || !type.equals("QuotaReserved")) {
                    changes.add(type);
                }
            }
        });
        return changes;
    }
}
