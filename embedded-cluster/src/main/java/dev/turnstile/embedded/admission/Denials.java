package dev.turnstile.embedded.admission;

import dev.turnstile.embedded.api.GroupVersionResource;
import java.util.List;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The Status objects of denied requests, worded as Kubernetes words them. */
final class Denials {

    private Denials() {}

    static AdmissionDeniedException refused(int code, String reason, String message, List<String> warnings) {
        return new AdmissionDeniedException(code, status(code, reason, message), warnings);
    }

    /** A webhook failed or returned an invalid response, and its failure policy is Fail. */
    static AdmissionDeniedException internal(String message, List<String> warnings) {
        ObjectNode status = status(500, "InternalError", "Internal error occurred: " + message);
        status.putObject("details").putArray("causes").addObject().put("message", message);
        return new AdmissionDeniedException(500, status, warnings);
    }

    /** It could not be evaluated whether a webhook or policy applies. */
    static AdmissionDeniedException forbidden(AdmissionRequest request, String message, List<String> warnings) {
        return byPolicy(request, "Forbidden", message, warnings);
    }

    static AdmissionDeniedException byPolicy(
            AdmissionRequest request, String reason, String message, List<String> warnings) {
        int code = switch (reason) {
            case "Unauthorized" -> 401;
            case "Forbidden" -> 403;
            case "RequestEntityTooLarge" -> 413;
            default -> 422;
        };
        GroupVersionResource resource = request.resource();
        String qualified = resource.resource() + (resource.group().isEmpty() ? "" : "." + resource.group());
        ObjectNode status = status(code, reason, qualified + " \"" + request.name() + "\" is forbidden: " + message);
        ObjectNode details = status.putObject("details");
        details.put("name", request.name());
        if (!resource.group().isEmpty()) {
            details.put("group", resource.group());
        }
        details.put("kind", resource.resource());
        details.putArray("causes").addObject().put("message", message);
        return new AdmissionDeniedException(code, status, warnings);
    }

    static ObjectNode status(int code, String reason, String message) {
        ObjectNode status = JsonNodeFactory.instance.objectNode();
        status.put("kind", "Status").put("apiVersion", "v1").putObject("metadata");
        return status.put("status", "Failure")
                .put("message", message)
                .put("reason", reason)
                .put("code", code);
    }
}
