package dev.turnstile.worker.webhook;

import dev.turnstile.model.meta.ApiNames;
import dev.turnstile.vocabulary.Label;
import dev.turnstile.worker.job.Owners;
import java.util.List;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A new Job of ours: names its queue and priority class, is suspended, and is left to MultiKueue where its queue
 * dispatches.
 *
 * <p>A Job that belongs to another managed job is that one's affair.
 */
record JobDefaults(ClusterFacts facts) implements Decision {
    private static final String JOB_CONTROLLER = "kubernetes.io/job-controller";

    @Override
    public Verdict of(AdmissionRequest request) {
        ObjectNode job = request.object();
        if (request.operation() != AdmissionRequest.Operation.CREATE || Owners.controls(facts::managesKind, job)) {
            return new Verdict.Allowed();
        }
        JsonPatch patch = new JsonPatch(job);
        String queue = QueueNames.of(job, request.namespace(), facts);
        if (!queue.isEmpty()) {
            patch.set(List.of("metadata", "labels", Label.QUEUE_NAME.text()), queue);
        } else if (!facts.managesJobsWithoutQueueName() || !facts.managesNamespace(request.namespace())) {
            return new Verdict.Allowed();
        }
        PriorityClasses.choose(patch, job, job.path("spec").path("template").path("spec"), facts);
        patch.set(List.of("spec", "suspend"), BooleanNode.TRUE);
        String managedBy = job.path("spec").path("managedBy").asString(JOB_CONTROLLER);
        if (managedBy.equals(JOB_CONTROLLER) && facts.dispatches(request.namespace(), queue)) {
            patch.set(List.of("spec", "managedBy"), ApiNames.MULTIKUEUE_CONTROLLER);
        }
        return patch.verdict();
    }
}
