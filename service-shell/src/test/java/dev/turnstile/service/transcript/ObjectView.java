package dev.turnstile.service.transcript;

import dev.turnstile.embedded.json.Json;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What of an object is compared, the same for a recorded one and for one that is there: not what says when and how
 * often it was written, nor what Kubernetes fills in by itself and the recordings leave out.
 */
final class ObjectView {
    private static final Set<String> POD_SPEC = Set.of(
            "nodeSelector",
            "tolerations",
            "schedulingGates",
            "priority",
            "priorityClassName",
            "affinity",
            "overhead",
            "containers",
            "initContainers");
    private static final String INDEX = "batch.kubernetes.io/job-completion-index";
    private static final Set<String> POD_CONDITIONS = Set.of("TerminationTarget");
    private static final Set<String> JOB_SPEC =
            Set.of("suspend", "parallelism", "completions", "managedBy", "template", "completionMode", "backoffLimit");
    private static final Set<String> METADATA =
            Set.of("labels", "annotations", "finalizers", "ownerReferences", "deletionTimestamp");
    private static final Map<String, String> JOB_DEFAULTS = Map.of("completionMode", "NonIndexed", "backoffLimit", "6");
    private static final Map<String, String> TEMPLATE_DEFAULTS = new TreeMap<>(Map.of(
            "dnsPolicy", "ClusterFirst",
            "schedulerName", "default-scheduler",
            "terminationGracePeriodSeconds", "30",
            "enableServiceLinks", "true",
            "preemptionPolicy", "PreemptLowerPriority",
            "securityContext", "{}"));
    private static final List<String> CONTAINER_DEFAULTS =
            List.of("imagePullPolicy", "terminationMessagePath", "terminationMessagePolicy");

    private ObjectView() {}

    static JsonNode of(ObjectNode object) {
        String kind = Json.text(object, "kind");
        ObjectNode view = object.deepCopy();
        view.remove(List.of("apiVersion", "kind"));
        ObjectNode metadata = Json.child(view, "metadata");
        metadata.retain(METADATA);
        trim(kind, view, metadata);
        withoutTimes(view.path("status"));
        return TreeComparison.keyed(view);
    }

    private static void trim(String kind, ObjectNode view, ObjectNode metadata) {
        switch (kind) {
            case "Pod" -> {
                without(metadata, "finalizers", "batch.kubernetes.io/job-tracking");
                // Told of one pod of a Job for all of them.
                Json.child(metadata, "labels").remove(INDEX);
                Json.child(metadata, "annotations").remove(INDEX);
                podSpec(view.path("spec"));
                podStatus(view);
            }
            case "Job" -> job(view, metadata);
            case "Workload" -> workload(view);
            default -> {}
        }
    }

    private static void job(ObjectNode view, ObjectNode metadata) {
        without(metadata, "finalizers", "foregroundDeletion");
        ObjectNode spec = Json.child(view, "spec");
        spec.retain(JOB_SPEC);
        withoutDefaults(spec, JOB_DEFAULTS);
        ObjectNode template = Json.child(spec, "template");
        Json.child(template, "metadata").remove("creationTimestamp");
        podSpec(template.path("spec"));
        Json.child(view, "status").remove("uncountedTerminatedPods");
    }

    private static void podSpec(JsonNode spec) {
        if (!(spec instanceof ObjectNode fields)) {
            return;
        }
        fields.retain(POD_SPEC);
        if (fields.path("tolerations") instanceof ArrayNode tolerations) {
            tolerations.removeIf(toleration -> Json.text(toleration, "key").startsWith("node.kubernetes.io/"));
        }
        for (String list : List.of("containers", "initContainers")) {
            for (JsonNode container : fields.path(list)) {
                ((ObjectNode) container).retain(Set.of("name", "resources"));
            }
        }
    }

    private static void podStatus(ObjectNode view) {
        ObjectNode status = Json.child(view, "status");
        status.retain(Set.of("phase", "conditions"));
        if (status.path("conditions") instanceof ArrayNode conditions) {
            conditions.removeIf(condition -> !POD_CONDITIONS.contains(Json.text(condition, "type")));
        }
    }

    private static void workload(ObjectNode view) {
        for (JsonNode podSet : view.path("spec").path("podSets")) {
            if (podSet.path("template").path("spec") instanceof ObjectNode spec) {
                withoutDefaults(spec, TEMPLATE_DEFAULTS);
                for (String list : List.of("containers", "initContainers")) {
                    spec.path(list).forEach(container -> ((ObjectNode) container).remove(CONTAINER_DEFAULTS));
                }
            }
            if (podSet.path("template").path("metadata") instanceof ObjectNode metadata) {
                metadata.remove("creationTimestamp");
            }
        }
        ObjectNode status = Json.child(view, "status");
        // How long it ran before is a matter of seconds; whether it ever did, the conditions say.
        status.remove("accumulatedPastExecutionTimeSeconds");
        if (status.path("conditions") instanceof ArrayNode conditions
                && conditions.valueStream().anyMatch(ObjectView::isOver)) {
            // Whether the end of its last pods was told before its own is a race.
            conditions.removeIf(condition -> Json.text(condition, "type").equals("PodsReady"));
        }
    }

    private static boolean isOver(JsonNode condition) {
        return Json.text(condition, "type").equals("Finished")
                && Json.text(condition, "status").equals("True");
    }

    private static void withoutDefaults(ObjectNode fields, Map<String, String> defaults) {
        defaults.forEach((name, value) -> {
            JsonNode field = fields.path(name);
            if ((field.isValueNode() ? field.asString() : field.toString()).equals(value)) {
                fields.remove(name);
            }
        });
    }

    private static void without(ObjectNode parent, String list, String value) {
        if (parent.path(list) instanceof ArrayNode array) {
            array.removeIf(item -> item.asString("").equals(value));
        }
    }

    private static void withoutTimes(JsonNode node) {
        if (node instanceof ObjectNode object) {
            object.remove(List.of("lastTransitionTime", "lastProbeTime", "observedGeneration"));
        }
        node.forEach(ObjectView::withoutTimes);
    }
}
