package dev.turnstile.service.extension;

import dev.turnstile.model.meta.KubernetesJson;
import java.io.Serial;
import tools.jackson.databind.node.ObjectNode;

/** A request that is refused, with the Status that says so. */
public final class StatusException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    private final int code;
    private final String reason;
    private final transient ObjectNode details;

    private StatusException(int code, String reason, String message) {
        this(code, reason, message, KubernetesJson.mapper().createObjectNode());
    }

    private StatusException(int code, String reason, String message, ObjectNode details) {
        super(message, null, false, false);
        this.code = code;
        this.reason = reason;
        this.details = details;
    }

    static StatusException unauthorized() {
        return new StatusException(401, "Unauthorized", "Unauthorized");
    }

    /** As API servers word it. */
    static StatusException forbidden(Requester user, ResourceAddress address, String verb, String why) {
        String resource = address.fullResource();
        String message = "%s.%s \"%s\" is forbidden: User \"%s\" cannot %s resource \"%s\" in API group \"%s\" %s%s"
                .formatted(
                        address.resource(),
                        address.group(),
                        address.name(),
                        user.name(),
                        verb,
                        resource,
                        address.group(),
                        address.namespace().isEmpty()
                                ? "at the cluster scope"
                                : "in the namespace \"" + address.namespace() + "\"",
                        why.isEmpty() ? "" : ": " + why);
        return new StatusException(
                403, "Forbidden", message, details(address.name(), address.group(), address.resource()));
    }

    /** As API servers word it. */
    static StatusException forbiddenPath(Requester user, String path, String verb) {
        return new StatusException(
                403, "Forbidden", "forbidden: User \"%s\" cannot %s path \"%s\"".formatted(user.name(), verb, path));
    }

    /** An object that is not there. */
    public static StatusException notFound(String group, String kind, String name) {
        return new StatusException(
                404, "NotFound", "%s.%s \"%s\" not found".formatted(kind, group, name), details(name, group, kind));
    }

    static StatusException noSuchPath() {
        return new StatusException(404, "NotFound", "the server could not find the requested resource");
    }

    static StatusException methodNotAllowed() {
        return new StatusException(
                405, "MethodNotAllowed", "the server does not allow this method on the requested resource");
    }

    static StatusException notAcceptable() {
        return new StatusException(
                406,
                "NotAcceptable",
                "only the following media types are accepted: application/json,"
                        + " application/json;as=Table;g=meta.k8s.io;v=v1");
    }

    /** Something is wrong with the request itself. */
    public static StatusException badRequest(String message) {
        return new StatusException(400, "BadRequest", message);
    }

    static StatusException busy() {
        return new StatusException(429, "TooManyRequests", "too many reviews are under way", retryAfter(1));
    }

    /** It cannot be answered now, and may be in a moment. */
    public static StatusException unavailable(String message) {
        return new StatusException(503, "ServiceUnavailable", message, retryAfter(1));
    }

    /** The log says why. */
    static StatusException failed() {
        return new StatusException(
                500, "InternalError", "an error on the server has prevented the request from succeeding");
    }

    private static ObjectNode retryAfter(int seconds) {
        return KubernetesJson.mapper().createObjectNode().put("retryAfterSeconds", seconds);
    }

    private static ObjectNode details(String name, String group, String kind) {
        return KubernetesJson.mapper()
                .createObjectNode()
                .put("name", name)
                .put("group", group)
                .put("kind", kind);
    }

    int code() {
        return code;
    }

    /** After how many seconds to try again; 0 where that is not said. */
    int retryAfterSeconds() {
        return details.path("retryAfterSeconds").asInt(0);
    }

    /** The Status. */
    ObjectNode status() {
        ObjectNode status =
                KubernetesJson.mapper().createObjectNode().put("kind", "Status").put("apiVersion", "v1");
        status.putObject("metadata");
        status.put("status", "Failure")
                .put("message", String.valueOf(getMessage()))
                .put("reason", reason);
        if (!details.isEmpty()) {
            status.set("details", details);
        }
        return status.put("code", code);
    }
}
