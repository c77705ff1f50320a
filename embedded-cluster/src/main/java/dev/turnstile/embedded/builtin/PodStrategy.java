package dev.turnstile.embedded.builtin;

import dev.turnstile.embedded.api.ResourceStrategy;
import dev.turnstile.embedded.api.TableColumn;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.object.ApiObject;
import dev.turnstile.embedded.schema.FieldError;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

public final class PodStrategy implements ResourceStrategy {

    @Override
    public boolean returnsDeletedObject() {
        return true;
    }

    @Override
    public void complete(ObjectNode pod) {
        if (pod.path("spec") instanceof ObjectNode spec) {
            PodSpecDefaults.applyToPod(spec);
        }
    }

    @Override
    public void admit(AdmittedWrite request) {
        if (request.subresource().isEmpty()) {
            PodAdmission.admit(request);
        }
    }

    @Override
    public void verify(AdmittedWrite request) {
        if (request.subresource().isEmpty()) {
            PodAdmission.verify(request);
        }
    }

    @Override
    public void prepareForCreate(ObjectNode object) {
        var status = object.putObject("status");
        status.put("phase", "Pending");
        status.put("qosClass", QualityOfService.of(new ApiObject(object)));
        if (!Json.items(object, "spec", "schedulingGates").isEmpty()) {
            status.putArray("conditions")
                    .addObject()
                    .put("type", "PodScheduled")
                    .put("status", "False")
                    .putNull("lastProbeTime")
                    .put("lastTransitionTime", Json.text(object, "metadata", "creationTimestamp"))
                    .put("reason", "SchedulingGated")
                    .put("message", "Scheduling is blocked due to non-empty scheduling gates");
        }
    }

    @Override
    public void prepareForUpdate(ObjectNode object, ObjectNode old, String subresource) {
        if (subresource.equals("status")) {
            keepWhatStatusMayNotChange(object, old);
        }
    }

    /** Old kubelets omit owner references and the QoS class from their writes; the API keeps them. */
    private static void keepWhatStatusMayNotChange(ObjectNode object, ObjectNode old) {
        var owners = old.path("metadata").path("ownerReferences");
        if (owners.isArray()) {
            Json.metadata(object).set("ownerReferences", owners.deepCopy());
        } else {
            Json.metadata(object).remove("ownerReferences");
        }
        var status = Json.child(object, "status");
        var quality = Json.text(old, "status", "qosClass");
        if (Json.text(status, "qosClass").isEmpty() && !quality.isEmpty()) {
            status.put("qosClass", quality);
        }
    }

    @Override
    public List<FieldError> validateCreate(ObjectNode object) {
        return PodValidation.create(new ApiObject(object));
    }

    @Override
    public List<FieldError> validateUpdate(ObjectNode object, ObjectNode old, String subresource) {
        return switch (subresource) {
            case "" -> PodUpdateValidation.update(new ApiObject(object), new ApiObject(old));
            case "status" -> PodUpdateValidation.status(new ApiObject(object), new ApiObject(old));
            default -> List.of();
        };
    }

    @Override
    public Map<String, String> selectableFields(ObjectNode object) {
        var pod = new ApiObject(object);
        return Map.of(
                "spec.nodeName", pod.text("spec", "nodeName"),
                "spec.restartPolicy", pod.text("spec", "restartPolicy"),
                "spec.schedulerName", pod.text("spec", "schedulerName"),
                "spec.serviceAccountName", pod.text("spec", "serviceAccountName"),
                "spec.hostNetwork", Boolean.toString(pod.flag("spec", "hostNetwork")),
                "status.phase", pod.text("status", "phase"),
                "status.podIP", pod.text("status", "podIP"),
                "status.nominatedNodeName", pod.text("status", "nominatedNodeName"));
    }

    @Override
    public List<TableColumn> columns() {
        return PodColumns.ALL;
    }

    @Override
    public boolean endsGracefully() {
        return true;
    }

    /** A pod without a node, or one that has ended, is deleted at once. */
    @Override
    public long gracePeriodSeconds(ObjectNode object, @Nullable Long requested) {
        var pod = new ApiObject(object);
        var hasEnded = Set.of("Succeeded", "Failed").contains(pod.text("status", "phase"));
        if (pod.text("spec", "nodeName").isEmpty() || hasEnded) {
            return 0;
        }
        var period = requested == null ? pod.number(0, "spec", "terminationGracePeriodSeconds") : requested;
        return period < 0 ? 1 : period;
    }
}
