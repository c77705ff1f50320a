package dev.turnstile.service.transcript;

import dev.turnstile.embedded.Json;
import java.util.ArrayList;
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

    /** What was recorded as one write and was several here. */
    static List<Difference> differences(
            JsonNode sequence, String cluster, List<Write> writes, Names recordedNames, Names names) {
        List<Difference> found = new ArrayList<>();
        for (JsonNode entry : sequence) {
            entry.properties().forEach(write -> {
                String object = write.getKey().startsWith(cluster + ": ")
                        ? write.getKey().substring(cluster.length() + 2)
                        : write.getKey();
                for (Set<String> group : ALL) {
                    if (object.startsWith("Workload/")
                            && changes(write.getValue()).containsAll(group)) {
                        String workload = recordedNames.text(object.replaceFirst("/", "/team/"));
                        boolean once = writes.stream()
                                .anyMatch(one -> names.text(one.workload()).equals(workload)
                                        && one.changed().containsAll(group));
                        if (!once) {
                            found.add(new Difference("", workload, "status", "one write of " + group, "none"));
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
