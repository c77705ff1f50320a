package dev.turnstile.embedded.control.job;

import java.util.OptionalInt;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Makes pods from a Job's template: name, owner, finalizer, and for an Indexed Job everything that carries the index.
 */
final class JobPodTemplate {
    private static final int LONGEST_GENERATED_PREFIX = 58;
    private static final String INDEX_VARIABLE = "JOB_COMPLETION_INDEX";

    private JobPodTemplate() {}

    static ObjectNode pod(JobView job, OptionalInt index) {
        var template = job.object().at("spec", "template");
        var pod = JsonNodeFactory.instance.objectNode();
        pod.put("apiVersion", "v1").put("kind", "Pod");
        var metadata = pod.putObject("metadata");
        metadata.put("generateName", namePrefix(job.object().name(), index));
        metadata.put("namespace", job.object().namespace());
        copy(template.path("metadata"), "labels", metadata);
        copy(template.path("metadata"), "annotations", metadata);
        copy(template.path("metadata"), "finalizers", metadata);
        addFinalizer(metadata);
        metadata.putArray("ownerReferences").add(owner(job));
        pod.set("spec", template.path("spec").deepCopy());
        index.ifPresent(number -> setIndex(pod, job.object().name(), number));
        return pod;
    }

    private static void setIndex(ObjectNode pod, String jobName, int index) {
        var text = Integer.toString(index);
        var metadata = pod.withObjectProperty("metadata");
        metadata.withObjectProperty("labels").put(JobPod.INDEX_ANNOTATION, text);
        metadata.withObjectProperty("annotations").put(JobPod.INDEX_ANNOTATION, text);
        var spec = pod.withObjectProperty("spec");
        spec.put("hostname", jobName + "-" + index);
        for (var list : new String[] {"initContainers", "containers"}) {
            for (var container : spec.path(list)) {
                tellIndex((ObjectNode) container);
            }
        }
    }

    private static void tellIndex(ObjectNode container) {
        for (var variable : container.path("env")) {
            if (variable.path("name").asString("").equals(INDEX_VARIABLE)) {
                return;
            }
        }
        container
                .withArrayProperty("env")
                .addObject()
                .put("name", INDEX_VARIABLE)
                .putObject("valueFrom")
                .putObject("fieldRef")
                .put("apiVersion", "v1")
                .put("fieldPath", "metadata.labels['" + JobPod.INDEX_ANNOTATION + "']");
    }

    private static String namePrefix(String jobName, OptionalInt index) {
        if (index.isEmpty()) {
            return jobName + "-";
        }
        var suffix = "-" + index.getAsInt() + "-";
        var prefix = jobName + suffix;
        return prefix.length() > LONGEST_GENERATED_PREFIX
                ? prefix.substring(0, LONGEST_GENERATED_PREFIX - suffix.length()) + suffix
                : prefix;
    }

    private static void addFinalizer(ObjectNode metadata) {
        var finalizers = metadata.withArrayProperty("finalizers");
        for (var finalizer : finalizers) {
            if (finalizer.asString("").equals(JobPod.TRACKING_FINALIZER)) {
                return;
            }
        }
        finalizers.add(JobPod.TRACKING_FINALIZER);
    }

    private static ObjectNode owner(JobView job) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("apiVersion", "batch/v1")
                .put("kind", "Job")
                .put("name", job.object().name())
                .put("uid", job.object().uid())
                .put("controller", true)
                .put("blockOwnerDeletion", true);
    }

    private static void copy(JsonNode from, String property, ObjectNode to) {
        var value = from.path(property);
        if (value.isContainer()) {
            to.set(property, value.deepCopy());
        }
    }
}
