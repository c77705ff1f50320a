package dev.turnstile.embedded.builtin;

import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.object.ApiObject;
import dev.turnstile.embedded.schema.FieldError;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Validates which fields of a pod change: images, a shorter deadline, more tolerations, fewer scheduling gates; and,
 * while it is gated, a narrower node selector and node affinity.
 */
final class PodUpdateValidation {
    private static final String CHANGEABLE = "`spec.containers[*].image`,`spec.initContainers[*].image`,"
            + "`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),"
            + "`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)";

    private PodUpdateValidation() {}

    static List<FieldError> update(ApiObject pod, ApiObject old) {
        var errors = new ArrayList<>(PodValidation.spec(pod.at("spec"), "spec"));
        var spec = pod.at("spec");
        var oldSpec = old.at("spec");
        for (var list : List.of("containers", "initContainers")) {
            if (Json.items(spec, list).size() != Json.items(oldSpec, list).size()) {
                errors.add(FieldError.forbidden("spec." + list, "pod updates may not add or remove containers"));
                return errors;
            }
        }
        var deadline = deadline(Json.at(spec, "activeDeadlineSeconds"), Json.at(oldSpec, "activeDeadlineSeconds"));
        if (deadline != null) {
            errors.add(deadline);
            return errors;
        }
        errors.addAll(SchedulingRules.onlyAddedTolerations(
                Json.items(spec, "tolerations"), Json.items(oldSpec, "tolerations"), "spec.tolerations"));
        errors.addAll(SchedulingRules.onlyDeletedGates(
                Json.items(spec, "schedulingGates"), Json.items(oldSpec, "schedulingGates"), "spec.schedulingGates"));
        if (!(spec instanceof ObjectNode node) || !(oldSpec instanceof ObjectNode oldNode)) {
            return errors;
        }
        var rest = node.deepCopy();
        takeBack(rest, oldNode);
        if (!Json.items(oldSpec, "schedulingGates").isEmpty()) {
            narrow(rest, oldNode, errors);
        }
        if (!rest.equals(oldNode)) {
            errors.add(FieldError.forbidden(
                    "spec",
                    "pod updates may not change fields other than " + CHANGEABLE + "\n" + difference(oldNode, rest)));
        }
        return errors;
    }

    static List<FieldError> status(ApiObject pod, ApiObject old) {
        var errors = new ArrayList<FieldError>();
        if (!pod.text("spec", "nodeName").equals(old.text("spec", "nodeName"))) {
            errors.add(FieldError.forbidden("status.nodeName", "may not be changed directly"));
        }
        if (!pod.text("status", "qosClass").equals(old.text("status", "qosClass"))) {
            errors.add(FieldError.invalid("status.qosClass", pod.at("status", "qosClass"), "field is immutable"));
        }
        if (old.text("spec", "restartPolicy").equals("Never")) {
            restarted(pod, old, errors);
        }
        return errors;
    }

    /** Without restarts, a container that ended stays terminated. */
    private static void restarted(ApiObject pod, ApiObject old, List<FieldError> errors) {
        for (var before : old.list("status", "containerStatuses")) {
            for (var now : pod.list("status", "containerStatuses")) {
                if (Json.at(before, "state", "terminated") != null
                        && Json.text(before, "name").equals(Json.text(now, "name"))
                        && Json.at(now, "state", "terminated") == null) {
                    errors.add(FieldError.forbidden(
                            "status.containerStatuses[0].state", "may not be transitioned to non-terminated state"));
                }
            }
        }
    }

    private static @Nullable FieldError deadline(@Nullable JsonNode now, @Nullable JsonNode before) {
        var path = "spec.activeDeadlineSeconds";
        if (now == null) {
            return before == null
                    ? null
                    : FieldError.invalid(path, null, "must not update from a positive integer to nil value");
        }
        if (now.asLong() < 0 || now.asLong() > Integer.MAX_VALUE) {
            return FieldError.invalid(path, now, "must be between 0 and " + Integer.MAX_VALUE + ", inclusive");
        }
        return before != null && before.asLong() < now.asLong()
                ? FieldError.invalid(path, now, "must be less than or equal to previous value")
                : null;
    }

    /** Reverts, in the new spec, the fields whose changes were allowed and validated. */
    private static void takeBack(ObjectNode spec, ObjectNode old) {
        for (var list : List.of("containers", "initContainers")) {
            var oldContainers = Json.items(old, list);
            var containers = Json.items(spec, list);
            for (var i = 0; i < containers.size(); i++) {
                reset((ObjectNode) containers.get(i), (ObjectNode) oldContainers.get(i), "image");
            }
        }
        reset(spec, old, "activeDeadlineSeconds");
        reset(spec, old, "tolerations");
        reset(spec, old, "schedulingGates");
        if (Json.number(old, 0, "terminationGracePeriodSeconds") < 0
                && Json.number(spec, 0, "terminationGracePeriodSeconds") == 1) {
            reset(spec, old, "terminationGracePeriodSeconds");
        }
    }

    private static void narrow(ObjectNode spec, ObjectNode old, List<FieldError> errors) {
        for (var label : old.path("nodeSelector").properties()) {
            if (!label.getValue().equals(spec.path("nodeSelector").path(label.getKey()))) {
                errors.add(FieldError.invalid(
                        "spec.nodeSelector",
                        spec.path("nodeSelector"),
                        "only additions to spec.nodeSelector are allowed (no mutations or deletions)"));
                break;
            }
        }
        reset(spec, old, "nodeSelector");
        var affinity = spec.path("affinity").path("nodeAffinity");
        var oldAffinity = old.path("affinity").path("nodeAffinity");
        if (affinity.equals(oldAffinity)) {
            return;
        }
        errors.addAll(SchedulingRules.onlyNarrowedAffinity(affinity, oldAffinity, "spec.affinity.nodeAffinity"));
        if (oldAffinity.isMissingNode()) {
            var rest = (ObjectNode) spec.path("affinity");
            rest.remove("nodeAffinity");
            if (rest.isEmpty() && !old.has("affinity")) {
                spec.remove("affinity");
            }
        } else {
            Json.child(spec, "affinity").set("nodeAffinity", oldAffinity.deepCopy());
        }
    }

    private static void reset(ObjectNode node, ObjectNode old, String property) {
        var before = old.get(property);
        if (before == null) {
            node.remove(property);
        } else {
            node.set(property, before.deepCopy());
        }
    }

    private static String difference(ObjectNode old, ObjectNode now) {
        var names = new TreeSet<>(old.propertyNames());
        names.addAll(now.propertyNames());
        var text = new StringBuilder();
        for (var name : names) {
            if (!old.path(name).equals(now.path(name))) {
                text.append("- ")
                        .append(name)
                        .append(": ")
                        .append(old.path(name))
                        .append('\n');
                text.append("+ ")
                        .append(name)
                        .append(": ")
                        .append(now.path(name))
                        .append('\n');
            }
        }
        return text.toString();
    }
}
