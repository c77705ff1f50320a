package dev.turnstile.worker.job;

import dev.turnstile.vocabulary.Annotation;
import dev.turnstile.vocabulary.Label;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Pod templates: as the user wrote them, with a placement, and back. */
public final class Templates {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final Set<String> OF_THE_JOB_CONTROLLER =
            Set.of("controller-uid", "batch.kubernetes.io/controller-uid", "job-name");
    private static final Set<String> OUR_LABELS = Set.of(
            Label.CLUSTER_QUEUE_NAME.text(),
            Label.LOCAL_QUEUE_NAME.text(),
            Label.MULTIKUEUE_WORKER_WORKLOAD_POD.text());

    private Templates() {}

    /** The template without what Kubernetes' Job controller or we added to its labels and annotations. */
    public static ObjectNode clean(JsonNode template) {
        ObjectNode clean = template.isObject() ? ((ObjectNode) template).deepCopy() : NODES.objectNode();
        ObjectNode metadata = clean.withObject("metadata");
        metadata.remove("creationTimestamp");
        without(metadata, "labels", OF_THE_JOB_CONTROLLER);
        without(metadata, "labels", OUR_LABELS);
        without(metadata, "annotations", Set.of(Annotation.WORKLOAD.text()));
        if (clean.get("spec") instanceof ObjectNode spec) {
            // An API may keep what is left when the last entry of a map or list goes; it says nothing.
            for (String field : List.of("nodeSelector", "tolerations")) {
                if (spec.path(field).isContainer() && spec.path(field).isEmpty()) {
                    spec.remove(field);
                }
            }
        }
        return clean;
    }

    private static void without(ObjectNode metadata, String field, Set<String> names) {
        if (metadata.get(field) instanceof ObjectNode entries) {
            entries.remove(names);
            if (entries.isEmpty()) {
                metadata.remove(field);
            }
        }
    }

    /** Whether two cleaned templates differ at most in what an admission adds. */
    public static boolean sameButForPlacement(ObjectNode one, ObjectNode other) {
        return withoutPlacement(one).equals(withoutPlacement(other));
    }

    private static ObjectNode withoutPlacement(ObjectNode template) {
        ObjectNode copy = template.deepCopy();
        if (copy.get("spec") instanceof ObjectNode spec) {
            spec.remove(List.of("nodeSelector", "tolerations"));
        }
        copy.remove("metadata");
        return copy;
    }

    /** The fields of a template that place its pods and tell them of their admission. */
    public static ObjectNode place(JsonNode template, Integration.Placement placement, Integration.Marks marks) {
        ObjectNode patch = NODES.objectNode();
        ObjectNode metadata = patch.putObject("metadata");
        ObjectNode labels = metadata.putObject("labels");
        labels.setAll(placement.labels());
        marks.labels().forEach(labels::put);
        ObjectNode annotations = metadata.putObject("annotations");
        annotations.setAll(placement.annotations());
        annotations.put(Annotation.WORKLOAD.text(), marks.workload());
        ObjectNode spec = NODES.objectNode();
        if (!placement.nodeSelector().isEmpty()) {
            spec.set("nodeSelector", placement.nodeSelector());
        }
        ArrayNode tolerations = NODES.arrayNode();
        template.path("spec").path("tolerations").forEach(tolerations::add);
        int before = tolerations.size();
        for (ObjectNode toleration : placement.tolerations()) {
            if (!contains(tolerations, toleration)) {
                tolerations.add(toleration);
            }
        }
        if (tolerations.size() > before) {
            spec.set("tolerations", tolerations);
        }
        if (!spec.isEmpty()) {
            patch.set("spec", spec);
        }
        return patch;
    }

    private static boolean contains(ArrayNode array, ObjectNode wanted) {
        for (JsonNode element : array) {
            if (element.equals(wanted)) {
                return true;
            }
        }
        return false;
    }

    /** What checks added goes with what we added. */
    private static void forget(ObjectNode patch, JsonNode metadata, JsonNode original, String field) {
        metadata.path(field).propertyNames().stream()
                .filter(name -> !original.path(field).has(name) && !OF_THE_JOB_CONTROLLER.contains(name))
                .forEach(name -> patch.withObject("metadata").withObject(field).putNull(name));
    }

    /** The fields that make a template again what it was, or null where it is. */
    public static @Nullable ObjectNode restore(JsonNode template, ObjectNode original) {
        ObjectNode patch = NODES.objectNode();
        JsonNode metadata = template.path("metadata");
        for (String label : OUR_LABELS) {
            if (metadata.path("labels").has(label)) {
                patch.withObject("metadata").withObject("labels").putNull(label);
            }
        }
        if (metadata.path("annotations").has(Annotation.WORKLOAD.text())) {
            patch.withObject("metadata").withObject("annotations").putNull(Annotation.WORKLOAD.text());
        }
        if (patch.isEmpty()) {
            // What we did not start we do not restore: its user may be changing it.
            return null;
        }
        forget(patch, metadata, original.path("metadata"), "labels");
        forget(patch, metadata, original.path("metadata"), "annotations");
        JsonNode spec = template.path("spec");
        JsonNode before = original.path("spec");
        JsonNode selector = before.path("nodeSelector");
        if (selector.isEmpty() && spec.has("nodeSelector")) {
            patch.withObject("spec").putNull("nodeSelector");
        } else {
            spec.path("nodeSelector").propertyNames().stream()
                    .filter(label -> !selector.has(label))
                    .forEach(label ->
                            patch.withObject("spec").withObject("nodeSelector").putNull(label));
        }
        selector.properties().forEach(entry -> {
            if (!entry.getValue().equals(spec.path("nodeSelector").get(entry.getKey()))) {
                patch.withObject("spec").withObject("nodeSelector").set(entry.getKey(), entry.getValue());
            }
        });
        JsonNode tolerations = before.path("tolerations");
        if (!tolerations.equals(spec.path("tolerations"))) {
            patch.withObject("spec")
                    .set("tolerations", tolerations.isMissingNode() ? NODES.nullNode() : tolerations.deepCopy());
        }
        return patch;
    }
}
