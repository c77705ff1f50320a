package dev.turnstile.service.transcript;

import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.object.ApiObject;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.node.ObjectNode;

/**
 * What contradicts the rest that was recorded with it. Upstream counts when a queue changes, and the recorder may have
 * looked before; ours is of the same moment as the rest. The status of a queue is stale where its reserving Workloads
 * are not as many as the recorded ones with quota, the pending ones of a ClusterQueue where they are not the sum over
 * its LocalQueues, and the usage of a LocalQueue where there is no ClusterQueue. That of a Workload is stale where it
 * waits for a ClusterQueue that is there. The status of a Job or pod that has nothing of Kueue's is of Kubernetes
 * alone, and of the machine that it was recorded on.
 */
final class Stale {
    private final Set<String> paths = new TreeSet<>();

    /** Of the objects that are recorded of one cluster. */
    Stale(Collection<ObjectNode> recorded, Names names) {
        for (ObjectNode object : recorded) {
            String path = path(object, names);
            switch (Json.text(object, "kind")) {
                case "ClusterQueue" -> {
                    note(reserving(object) != holders(recorded, object), path + " status.");
                    note(pending(object) != pendingBefore(recorded, object), path + " status.pendingWorkloads");
                }
                case "LocalQueue" -> {
                    note(reserving(object) != holders(recorded, object), path + " status.");
                    note(!isThere(recorded, Json.text(object, "spec", "clusterQueue")), path + " status.flavors");
                }
                case "Workload" -> note(waitsForOneThatIsThere(recorded, object), path + " status.");
                case "Job", "Pod" ->
                    note(!object.path("metadata").toString().contains("kueue.x-k8s.io"), path + " status.");
                default -> {}
            }
        }
    }

    private void note(boolean stale, String path) {
        if (stale) {
            paths.add(path);
        }
    }

    private static String path(ObjectNode object, Names names) {
        String namespace = Json.namespace(object);
        return Json.text(object, "kind") + "/" + (namespace.isEmpty() ? "" : namespace + "/")
                + names.text(Json.name(object));
    }

    private static int pendingBefore(Collection<ObjectNode> recorded, ObjectNode clusterQueue) {
        return recorded.stream()
                .filter(object -> Json.text(object, "kind").equals("LocalQueue")
                        && Json.text(object, "spec", "clusterQueue").equals(Json.name(clusterQueue)))
                .mapToInt(Stale::pending)
                .sum();
    }

    private static int pending(ObjectNode queue) {
        return queue.path("status").path("pendingWorkloads").asInt(0);
    }

    private static int reserving(ObjectNode queue) {
        return queue.path("status").path("reservingWorkloads").asInt(0);
    }

    private static int holders(Collection<ObjectNode> recorded, ObjectNode queue) {
        boolean local = Json.text(queue, "kind").equals("LocalQueue");
        return (int) recorded.stream()
                .filter(object -> Json.text(object, "kind").equals("Workload") && holdsQuota(object))
                .map(workload -> local
                        ? Json.text(workload, "spec", "queueName")
                        : Json.text(workload, "status", "admission", "clusterQueue"))
                .filter(Json.name(queue)::equals)
                .count();
    }

    private static boolean holdsQuota(ObjectNode workload) {
        boolean finished = new ApiObject(workload)
                .condition("Finished")
                .filter(condition -> Json.text(condition, "status").equals("True"))
                .isPresent();
        return !finished && workload.path("status").has("admission");
    }

    private static boolean isThere(Collection<ObjectNode> recorded, String clusterQueue) {
        return recorded.stream()
                .anyMatch(object -> Json.text(object, "kind").equals("ClusterQueue")
                        && Json.name(object).equals(clusterQueue));
    }

    private static boolean waitsForOneThatIsThere(Collection<ObjectNode> recorded, ObjectNode workload) {
        String message = new ApiObject(workload)
                .condition("QuotaReserved")
                .map(condition -> Json.text(condition, "message"))
                .orElse("");
        return message.matches("ClusterQueue \\S+ doesn't exist") && isThere(recorded, message.split(" ", -1)[1]);
    }

    boolean covers(Difference difference) {
        String path = difference.object().replaceFirst("^.*: ", "") + " " + difference.field();
        return paths.stream().anyMatch(path::startsWith);
    }
}
