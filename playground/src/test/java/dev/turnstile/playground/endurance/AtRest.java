package dev.turnstile.playground.endurance;

import dev.turnstile.embedded.api.ApiException;
import dev.turnstile.embedded.client.HttpApi;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.object.ApiObject;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Whether a fleet has come to rest as it should: every task that nobody deleted is done, the one that is too large says
 * why it waits, the workers hold nothing for the manager any more and run nothing, and the queues report that nothing
 * is in use.
 */
final class AtRest {
    static final String QUEUE = "/apis/kueue.x-k8s.io/v1beta2/clusterqueues/team";
    private static final String ORIGIN = "kueue.x-k8s.io/multikueue-origin";
    private static final Set<String> ENDED = Set.of("Succeeded", "Failed");

    /** What an API server holds, by name. */
    record Picture(
            Map<String, ApiObject> jobs,
            Map<String, ApiObject> pods,
            Map<String, ApiObject> workloads,
            JsonNode queueStatus) {
        static Picture of(HttpApi api) {
            return new Picture(
                    byName(api, Site.JOBS),
                    byName(api, Site.PODS),
                    byName(api, Site.WORKLOADS),
                    api.get(QUEUE).path("status"));
        }

        private static Map<String, ApiObject> byName(HttpApi api, String path) {
            ObjectNode list = api.get(path);
            Map<String, ApiObject> objects = new LinkedHashMap<>();
            for (JsonNode item : list.path("items")) {
                ObjectNode object = (ObjectNode) item;
                object.put("kind", Json.text(list, "kind").replaceFirst("List$", ""));
                objects.put(Json.name(object), new ApiObject(object));
            }
            return objects;
        }
    }

    private AtRest() {}

    /** What is not as it should be now. */
    static List<String> missing(ProcessFleet fleet, Crowd crowd) {
        List<String> found = new ArrayList<>();
        for (Site site : fleet.sites()) {
            try {
                List<Task> tasks = crowd.created().stream()
                        .filter(task -> task.cluster().equals(site.name()))
                        .toList();
                Set<String> deleted = Set.copyOf(
                        tasks.stream().filter(crowd::isDeleted).map(Task::name).toList());
                found.addAll(missing(site.name(), tasks, deleted, Picture.of(site.api())));
            } catch (UncheckedIOException | ApiException e) {
                found.add(site.name() + " is not readable: " + e.getMessage());
            }
        }
        return found;
    }

    /**
     * @param tasks that were created in that cluster
     * @param deleted names of those that were deleted again
     */
    static List<String> missing(String cluster, List<Task> tasks, Set<String> deleted, Picture picture) {
        List<String> found = new ArrayList<>();
        tasks.forEach(task -> missing(task, deleted.contains(task.name()), picture, found));
        if (!cluster.equals(ProcessFleet.MANAGER)) {
            leftovers(cluster, picture, found);
        }
        books(cluster, picture, found);
        return found;
    }

    private static void missing(Task task, boolean isDeleted, Picture picture, List<String> found) {
        if (task.kind() == Task.Kind.TOO_LARGE) {
            tooLarge(task, picture, found);
        } else if (task.kind() == Task.Kind.DISPATCHED_PODS) {
            for (int number = 0; number < task.pods(); number++) {
                ApiObject pod = picture.pods().get(task.name() + "-" + number);
                if (pod == null
                        ? !isDeleted
                        : isDeleted || !pod.text("status", "phase").equals("Succeeded")) {
                    found.add(pod == null ? "gone: " + task : "not done: " + show(pod));
                }
            }
        } else {
            ApiObject job = picture.jobs().get(task.name());
            if (job == null ? !isDeleted : isDeleted || !job.isConditionTrue("Complete")) {
                found.add(job == null ? "gone: " + task : (isDeleted ? "not deleted: " : "not done: ") + show(job));
            }
        }
    }

    private static void tooLarge(Task task, Picture picture, List<String> found) {
        String said = picture.workloads().values().stream()
                .filter(workload -> workload.ownerReferences().stream()
                        .anyMatch(owner -> owner.name().equals(task.name())))
                .flatMap(workload -> workload.condition("QuotaReserved").stream())
                .map(condition -> Json.text(condition, "reason") + " " + Json.text(condition, "message"))
                .findFirst()
                .orElse("nothing");
        if (!said.startsWith("ExceedsMaxQuota ")) {
            found.add(task.name() + " does not say why it waits, but: " + said);
        }
    }

    private static void leftovers(String cluster, Picture picture, List<String> found) {
        for (Map<String, ApiObject> objects : List.of(picture.workloads(), picture.jobs(), picture.pods())) {
            objects.values().stream()
                    .filter(object -> object.labels().containsKey(ORIGIN))
                    .forEach(object -> found.add("left behind in " + cluster + ": " + show(object)));
        }
        picture.pods().values().stream()
                .filter(pod -> !ENDED.contains(pod.text("status", "phase")))
                .forEach(pod -> found.add("still there in " + cluster + ": " + show(pod)));
    }

    private static void books(String cluster, Picture picture, List<String> found) {
        JsonNode status = picture.queueStatus();
        // The one that is too large waits in the manager.
        int waiting = cluster.equals(ProcessFleet.MANAGER) ? 1 : 0;
        if (status.path("pendingWorkloads").asInt(0) != waiting
                || status.path("reservingWorkloads").asInt(0) != 0
                || !status.at("/flavorsUsage/0/resources/0/total").asString("0").equals("0")) {
            found.add("the queue of " + cluster + " is not at rest: " + status);
        }
        picture.workloads().values().stream()
                .filter(workload -> !workload.isConditionTrue("Finished") && !isTooLarge(workload))
                .forEach(workload -> found.add("not finished in " + cluster + ": " + show(workload)));
    }

    private static boolean isTooLarge(ApiObject workload) {
        return workload.ownerReferences().stream()
                .anyMatch(owner -> owner.name().equals(Task.TOO_LARGE));
    }

    private static String show(ApiObject object) {
        return object.kind() + " " + object.name() + ": " + object.tree().path("status");
    }
}
