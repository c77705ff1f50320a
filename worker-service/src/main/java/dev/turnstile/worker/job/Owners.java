package dev.turnstile.worker.job;

import dev.turnstile.service.informer.ApiResource;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Owner references of Workloads. */
public final class Owners {
    private Owners() {}

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
