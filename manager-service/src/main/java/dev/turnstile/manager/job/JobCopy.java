package dev.turnstile.manager.job;

import dev.turnstile.model.kueue.PodSet;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.model.meta.ApiNames;
import dev.turnstile.service.informer.ObjectKey;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A batch/v1 Job and the one that is made for it in another cluster. */
public final class JobCopy {
    /** A remote job that its cluster removes by itself would look like one that never ran: we remove it. */
    private static final Set<String> OF_ITS_OWN_CLUSTER =
            Set.of("managedBy", "selector", "manualSelector", "ttlSecondsAfterFinished");

    private static final List<String> NAME_LABELS = List.of("job-name", "batch.kubernetes.io/job-name");

    private JobCopy() {}

    /** Who runs the job, as its spec says. */
    public static String managedBy(ObjectNode job) {
        return job.path("spec").path("managedBy").asString("");
    }

    /** Whether its pods are to run elsewhere, so that nobody starts them here. */
    public static boolean isDispatched(ObjectNode job) {
        return managedBy(job).equals(ApiNames.MULTIKUEUE_CONTROLLER);
    }

    /**
     * The copy to create. It starts suspended: the worker lets it go. Its pods are those that the Workload was admitted
     * with: the local job's own template may bear the marks of its admission here.
     */
    public static ObjectNode toCreate(ObjectNode job, ObjectKey workloadKey, Workload workload, String origin) {
        ObjectNode copy = JsonNodeFactory.instance.objectNode();
        copy.put("apiVersion", "batch/v1").put("kind", "Job");
        copy.set("metadata", CopiedMetadata.of(job.path("metadata"), workloadKey, origin));
        ObjectNode spec = copy.putObject("spec");
        job.path("spec").properties().forEach(field -> {
            if (!OF_ITS_OWN_CLUSTER.contains(field.getKey())) {
                spec.set(field.getKey(), field.getValue().deepCopy());
            }
        });
        spec.put("suspend", true);
        PodSet pods = workload.spec().podSets().getFirst();
        if (pods.minCount() != null && spec.path("parallelism").asInt(1) < pods.count()) {
            // It was started with fewer pods here; there it may get all of them.
            spec.put("parallelism", pods.count());
        }
        ObjectNode template = pods.template().deepCopy();
        if (template.path("metadata").get("labels") instanceof ObjectNode templateLabels) {
            templateLabels.remove(NAME_LABELS);
        }
        spec.set("template", template);
        return copy;
    }
}
