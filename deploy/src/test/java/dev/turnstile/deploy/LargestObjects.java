package dev.turnstile.deploy;

import dev.turnstile.model.meta.KubernetesJson;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Objects as large as the schemas allow. A rule that fits the budget estimated when its definition is created may still
 * exceed the one for a single evaluation, and would then refuse them.
 */
final class LargestObjects {
    private static final String TIME = "2026-11-18T12:00:00Z";

    private LargestObjects() {}

    static ObjectNode clusterQueue(int groups, int flavors, int resources) {
        ObjectNode queue = object("ClusterQueue", "largest");
        ObjectNode spec = queue.putObject("spec").put("cohortName", "all");
        for (int group = 0; group < groups; group++) {
            ObjectNode resourceGroup = spec.withArray("resourceGroups").addObject();
            for (int resource = 0; resource < resources; resource++) {
                resourceGroup.withArray("coveredResources").add(resource(group, resource));
            }
            for (int flavor = 0; flavor < flavors; flavor++) {
                ObjectNode quotas = resourceGroup.withArray("flavors").addObject();
                quotas.put("name", "flavor-" + group + "-" + flavor);
                for (int resource = 0; resource < resources; resource++) {
                    quotas.withArray("resources")
                            .addObject()
                            .put("name", resource(group, resource))
                            .put("nominalQuota", "1000Gi")
                            .put("lendingLimit", "100Gi")
                            .put("borrowingLimit", "10Gi");
                }
            }
        }
        return queue;
    }

    private static String resource(int group, int resource) {
        return "example.com/r" + group + "x" + resource;
    }

    static ObjectNode workload(int count) {
        ObjectNode workload = object("Workload", "largest");
        ((ObjectNode) workload.path("metadata")).put("namespace", "default");
        ArrayNode podSets = workload.putObject("spec").putArray("podSets");
        for (int podSet = 0; podSet < 18; podSet++) {
            ArrayNode containers = podSets.addObject()
                    .put("name", "p" + podSet)
                    .put("count", count)
                    .putObject("template")
                    .putObject("spec")
                    .putArray("containers");
            for (int container = 0; container < 200; container++) {
                containers.addObject().put("name", "c" + container).put("image", "example.com/application:1");
            }
        }
        return workload;
    }

    static ObjectNode workloadStatus(int reclaimable) {
        ObjectNode body = KubernetesJson.mapper().createObjectNode();
        ObjectNode status = body.putObject("status");
        for (int condition = 0; condition < 16; condition++) {
            status.withArray("conditions")
                    .addObject()
                    .put("type", condition == 0 ? "QuotaReserved" : "Other" + condition)
                    .put("status", "True")
                    .put("reason", "Because")
                    .put("message", "m".repeat(3000))
                    .put("lastTransitionTime", TIME);
        }
        ArrayNode assignments = status.putObject("admission").putArray("podSetAssignments");
        for (int podSet = 0; podSet < 18; podSet++) {
            ObjectNode assignment =
                    assignments.addObject().put("name", "p" + podSet).put("count", 5);
            for (int resource = 0; resource < 20; resource++) {
                assignment.withObject("/flavors").put("example.com-r" + resource, "f".repeat(200));
                assignment.withObject("/resourceUsage").put("example.com-r" + resource, "1");
            }
            status.withArray("reclaimablePods")
                    .addObject()
                    .put("name", "p" + podSet)
                    .put("count", reclaimable);
        }
        for (int check = 0; check < 8; check++) {
            ObjectNode state = status.withArray("admissionChecks").addObject();
            state.put("name", "c" + check)
                    .put("state", "Ready")
                    .put("message", "")
                    .put("lastTransitionTime", TIME);
            for (int podSet = 0; podSet < 18; podSet++) {
                ObjectNode update = state.withArray("podSetUpdates").addObject().put("name", "p" + podSet);
                for (int toleration = 0; toleration < 8; toleration++) {
                    update.withArray("tolerations")
                            .addObject()
                            .put("key", "k" + toleration)
                            .put("effect", "NoSchedule");
                }
            }
        }
        return body;
    }

    private static ObjectNode object(String kind, String name) {
        ObjectNode object = KubernetesJson.mapper().createObjectNode();
        object.put("apiVersion", "kueue.x-k8s.io/v1beta2").put("kind", kind);
        object.putObject("metadata").put("name", name);
        return object;
    }
}
