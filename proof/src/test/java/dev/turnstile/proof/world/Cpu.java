package dev.turnstile.proof.world;

import tools.jackson.databind.JsonNode;

/** Amounts of cpu in objects, in thousandths. */
final class Cpu {
    private Cpu() {}

    static long nominal(JsonNode clusterQueue) {
        long sum = 0;
        for (JsonNode group : clusterQueue.path("spec").path("resourceGroups")) {
            for (JsonNode flavor : group.path("flavors")) {
                for (JsonNode resource : flavor.path("resources")) {
                    sum += milli(resource.path("nominalQuota"));
                }
            }
        }
        return sum;
    }

    static long of(JsonNode workload) {
        long sum = 0;
        for (JsonNode set : workload.path("status").path("admission").path("podSetAssignments")) {
            sum += milli(set.path("resourceUsage").path("cpu"));
        }
        return sum;
    }

    static long requested(JsonNode workload) {
        long sum = 0;
        for (JsonNode set : workload.path("spec").path("podSets")) {
            long one = 0;
            for (JsonNode container : set.path("template").path("spec").path("containers")) {
                one += milli(container.path("resources").path("requests").path("cpu"));
            }
            sum += one * set.path("count").asInt(1);
        }
        return sum;
    }

    static long milli(JsonNode quantity) {
        String text = quantity.isNumber() ? quantity.toString() : quantity.asString("0");
        return text.endsWith("m") ? Long.parseLong(text.substring(0, text.length() - 1)) : Long.parseLong(text) * 1000;
    }
}
