package dev.turnstile.worker.job;

import dev.turnstile.service.informer.ApiResource;
import java.util.function.BiPredicate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Owner references: those of Workloads, and whose a job is. */
public final class Owners {
    private Owners() {}

    /** Whether the controller of an object is of such a kind, given as {@code apiVersion} and {@code kind}. */
    public static boolean controls(BiPredicate<String, String> kind, ObjectNode object) {
        for (JsonNode owner : object.path("metadata").path("ownerReferences")) {
            if (owner.path("controller").asBoolean(false)
                    && kind.test(
                            owner.path("apiVersion").asString(""),
                            owner.path("kind").asString(""))) {
                return true;
            }
        }
        return false;
    }

    /** A job that owns its Workload alone. */
    public static ObjectNode controller(ApiResource kind, JobMetadata job) {
        return member(kind, job).put("controller", true).put("blockOwnerDeletion", true);
    }

    /** One of several that own it together: it is there as long as one of them is. */
    public static ObjectNode member(ApiResource kind, JobMetadata job) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("apiVersion", kind.apiVersion())
                .put("kind", kind.kind())
                .put("name", job.key().name())
                .put("uid", job.uid());
    }
}
