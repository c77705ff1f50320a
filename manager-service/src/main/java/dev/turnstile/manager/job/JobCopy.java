package dev.turnstile.manager.job;

import dev.turnstile.model.kueue.PodSet;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.model.meta.ApiNames;
import dev.turnstile.service.informer.ObjectKey;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A batch/v1 Job and its copy in another cluster. */
public final class JobCopy {
    private static final Set<String> OF_ITS_OWN_CLUSTER = Set.of("managedBy", "selector", "manualSelector");
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

    /** Whether a job has come to its end. */
    public static boolean isOver(ObjectNode job) {
        JsonNode status = job.path("status");
        return says(status, "Complete", "True") || says(status, "Failed", "True");
    }

    /** What is to be done about the local job's status. */
    public sealed interface StatusStep {
        /** It says what the copy says. */
        record Same() implements StatusStep {}

        /** The local job is not started yet, and a start that is told before would be taken for a leftover. */
        record NotYet() implements StatusStep {}

        /** Write this as the whole status. */
        record Write(ObjectNode status) implements StatusStep {}
    }

    /** Compares the local job with its copy. */
    public static StatusStep compare(ObjectNode local, JsonNode remoteStatus) {
        if (!(remoteStatus instanceof ObjectNode wanted) || sameStatus(local.path("status"), remoteStatus)) {
            return new StatusStep.Same();
        }
        boolean suspendedHere = local.path("spec").path("suspend").asBoolean(false);
        boolean startedThere = wanted.has("startTime");
        return suspendedHere && startedThere ? new StatusStep.NotYet() : new StatusStep.Write(wanted);
    }

    private static boolean sameStatus(JsonNode one, JsonNode other) {
        return one.equals(other) || (one.isEmpty() && other.isEmpty());
    }

    /**
     * The status of a job that was stopped here and whose copy is no longer ours to follow, or null where it says so.
     * Nobody else would say it: Kubernetes' own controller leaves a job with another manager alone.
     */
    public static @Nullable ObjectNode stopped(ObjectNode local, String now) {
        JsonNode status = local.path("status");
        boolean suspended = local.path("spec").path("suspend").asBoolean(false);
        boolean quiet = status.path("active").asInt(0) == 0
                && status.path("ready").asInt(0) == 0
                && !status.has("startTime")
                && !says(status, "Suspended", "False");
        if (!suspended || quiet || isOver(local)) {
            return null;
        }
        ObjectNode stopped = ((ObjectNode) status).deepCopy();
        stopped.remove(List.of("active", "startTime"));
        stopped.put("ready", 0);
        var conditions = stopped.withArray("conditions");
        for (int i = conditions.size() - 1; i >= 0; i--) {
            if (conditions.get(i).path("type").asString("").equals("Suspended")) {
                conditions.remove(i);
            }
        }
        conditions
                .addObject()
                .put("type", "Suspended")
                .put("status", "True")
                .put("lastProbeTime", now)
                .put("lastTransitionTime", now)
                .put("reason", "JobSuspended")
                .put("message", "Job suspended");
        return stopped;
    }

    private static boolean says(JsonNode status, String type, String value) {
        for (JsonNode condition : status.path("conditions")) {
            if (condition.path("type").asString("").equals(type)
                    && condition.path("status").asString("").equals(value)) {
                return true;
            }
        }
        return false;
    }
}
