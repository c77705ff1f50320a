package dev.turnstile.worker.webhook;

import dev.turnstile.vocabulary.Annotation;
import dev.turnstile.vocabulary.Finalizer;
import dev.turnstile.vocabulary.Label;
import dev.turnstile.vocabulary.PodSchedulingGate;
import dev.turnstile.worker.job.Owners;
import dev.turnstile.worker.job.RoleHash;
import java.util.List;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A new pod of ours: is gated until it is admitted, marked as managed, kept until its quota is accounted for, and
 * informed which pods of its group are like it.
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
                    "a pod that waits in a queue cannot be bound to a node (" + node
                            + ") before it is admitted; leave nodeName out, or take the label "
                            + Label.QUEUE_NAME.text()
                            + " away")));
        }
        JsonPatch patch = new JsonPatch(pod);
        String queue = QueueNames.of(pod, request.namespace(), facts);
        if (!queue.isEmpty()) {
            patch.set(List.of("metadata", "labels", Label.QUEUE_NAME.text()), queue);
        }
        PriorityClasses.choose(patch, pod, pod.path("spec"), facts);
        String hash = pod.path("metadata")
                .path("annotations")
                .path(Annotation.ROLE_HASH.text())
                .asString("");
        return patch.set(List.of("metadata", "labels", Label.MANAGED.text()), Label.MANAGED_VALUE)
                .set(
                        List.of("metadata", "annotations", Annotation.ROLE_HASH.text()),
                        hash.isEmpty() ? RoleHash.of(pod.path("spec")) : hash)
                .append(List.of("metadata", "finalizers"), NODES.stringNode(Finalizer.MANAGED.text()))
                .append(
                        List.of("spec", "schedulingGates"),
                        NODES.objectNode().put("name", PodSchedulingGate.ADMISSION.text()))
                .verdict();
    }

    private boolean ours(AdmissionRequest request) {
        ObjectNode pod = request.object();
        boolean marked = pod.path("metadata")
                .path("labels")
                .path(Label.MANAGED.text())
                .asString("")
                .equals(Label.MANAGED_VALUE);
        boolean wanted = marked
                || facts.managesJobsWithoutQueueName()
                || !QueueNames.of(pod, request.namespace(), facts).isEmpty();
        return wanted
                && facts.managesPods()
                && facts.managesNamespace(request.namespace())
                && !Owners.controls(facts::managesKind, pod);
    }
}
