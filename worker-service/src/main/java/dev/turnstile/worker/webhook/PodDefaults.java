package dev.turnstile.worker.webhook;

import dev.turnstile.model.meta.Annotations;
import dev.turnstile.model.meta.Finalizers;
import dev.turnstile.model.meta.Labels;
import dev.turnstile.model.meta.SchedulingGates;
import dev.turnstile.worker.job.Owners;
import dev.turnstile.worker.job.RoleHash;
import java.util.List;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A new pod of ours: is gated until it is admitted, marked as managed, kept until its quota is accounted for, and told
 * which pods of its group are like it.
 *
 * <p>Pods of managed jobs wait and run with their job.
 */
record PodDefaults(ClusterFacts facts) implements Decision {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    @Override
    public Verdict of(AdmissionRequest request) {
        ObjectNode pod = request.object();
        if (request.operation() != AdmissionRequest.Operation.CREATE || !ours(request)) {
            return new Verdict.Allowed();
        }
        String node = pod.path("spec").path("nodeName").asString("");
        if (!node.isEmpty()) {
            return new Verdict.Refused(List.of(FieldRefusal.forbidden(
                    "spec.nodeName",
                    "a pod that waits in a queue can not be bound to a node (" + node
                            + ") before it is admitted; leave nodeName out, or take the label " + Labels.QUEUE_NAME
                            + " away")));
        }
        JsonPatch patch = new JsonPatch(pod);
        String queue = QueueNames.of(pod, request.namespace(), facts);
        if (!queue.isEmpty()) {
            patch.set(List.of("metadata", "labels", Labels.QUEUE_NAME), queue);
        }
        PriorityClasses.choose(patch, pod, pod.path("spec"), facts);
        String hash = pod.path("metadata")
                .path("annotations")
                .path(Annotations.ROLE_HASH)
                .asString("");
        return patch.set(List.of("metadata", "labels", Labels.MANAGED), Labels.MANAGED_VALUE)
                .set(
                        List.of("metadata", "annotations", Annotations.ROLE_HASH),
                        hash.isEmpty() ? RoleHash.of(pod.path("spec")) : hash)
                .append(List.of("metadata", "finalizers"), NODES.stringNode(Finalizers.MANAGED))
                .append(List.of("spec", "schedulingGates"), NODES.objectNode().put("name", SchedulingGates.ADMISSION))
                .verdict();
    }

    private boolean ours(AdmissionRequest request) {
        ObjectNode pod = request.object();
        boolean marked = pod.path("metadata")
                .path("labels")
                .path(Labels.MANAGED)
                .asString("")
                .equals(Labels.MANAGED_VALUE);
        boolean wanted = marked
                || facts.managesJobsWithoutQueueName()
                || !QueueNames.of(pod, request.namespace(), facts).isEmpty();
        return wanted
                && facts.managesPods()
                && facts.managesNamespace(request.namespace())
                && !Owners.controls(facts::managesKind, pod);
    }
}
