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
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Whether a fleet has come to rest as it should: every task that nobody deleted is done, the one that is too large says
 * why it waits, the workers hold nothing for the manager any more, and the queues say that nothing is in use.
 */
final class Rest {
    private static final String QUEUE = "/apis/kueue.x-k8s.io/v1beta2/clusterqueues/team";
    private static final String ORIGIN = "kueue.x-k8s.io/multikueue-origin";

    private final ProcessFleet fleet;
    private final Crowd crowd;

    Rest(ProcessFleet fleet, Crowd crowd) {
        this.fleet = fleet;
        this.crowd = crowd;
    }

    /** What is not as it should be in the end. */
    List<String> missing() {
        List<String> found = new ArrayList<>();
        try {
            for (Site site : fleet.sites()) {
                Map<String, ApiObject> jobs = byName(site.api(), "/apis/batch/v1/namespaces/team/jobs");
                Map<String, ApiObject> pods = byName(site.api(), "/api/v1/namespaces/team/pods");
                for (Task task : crowd.created()) {
                    if (task.cluster().equals(site.name())) {
                        missing(task, jobs, pods, found);
                    }
                }
                leftovers(site, found);
                books(site, found);
            }
        } catch (UncheckedIOException | ApiException e) {
            found.add("not readable: " + e.getMessage());
        }
        return found;
    }

    private void missing(Task task, Map<String, ApiObject> jobs, Map<String, ApiObject> pods, List<String> found) {
        boolean isDeleted = crowd.isDeleted(task);
        if (task.kind() == Task.Kind.DISPATCHED_PODS) {
            for (int number = 0; number < task.pods(); number++) {
                ApiObject pod = pods.get(task.name() + "-" + number);
                if (pod == null
                        ? !isDeleted
                        : isDeleted || !pod.text("status", "phase").equals("Succeeded")) {
                    found.add(pod == null ? "gone: " + task : "not done: " + picture(pod));
                }
            }
            return;
        }
        ApiObject job = jobs.get(task.name());
        if (task.kind() == Task.Kind.TOO_LARGE) {
            tooLarge(task, found);
        } else if (job == null) {
            if (!isDeleted) {
                found.add("gone: " + task);
            }
        } else if (isDeleted || !job.isConditionTrue("Complete")) {
            found.add((isDeleted ? "not deleted: " : "not done: ") + picture(job));
        }
    }

    private void tooLarge(Task task, List<String> found) {
        String said = byName(fleet.site(task.cluster()).api(), Site.WORKLOADS).values().stream()
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

    private static void leftovers(Site site, List<String> found) {
        if (!site.name().equals(ProcessFleet.MANAGER)) {
            for (String path : List.of(Site.WORKLOADS, Site.JOBS, Site.PODS)) {
                byName(site.api(), path).values().stream()
                        .filter(object -> object.labels().containsKey(ORIGIN))
                        .forEach(object -> found.add("left behind in " + site.name() + ": " + picture(object)));
            }
        }
    }

    private static void books(Site site, List<String> found) {
        JsonNode status = site.api().get(QUEUE).path("status");
        // The one that is too large waits in the manager.
        int waiting = site.name().equals(ProcessFleet.MANAGER) ? 1 : 0;
        if (status.path("pendingWorkloads").asInt(0) != waiting
                || status.path("reservingWorkloads").asInt(0) != 0
                || !status.at("/flavorsUsage/0/resources/0/total").asString("0").equals("0")) {
            found.add("the queue of " + site.name() + " is not at rest: " + status);
        }
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

    private static String picture(ApiObject object) {
        return object.kind() + " " + object.name() + ": " + object.tree().path("status");
    }
}
