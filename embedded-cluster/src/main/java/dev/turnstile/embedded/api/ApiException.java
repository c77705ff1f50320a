package dev.turnstile.embedded.api;

import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.schema.FieldError;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A failed request, with its Status worded as Kubernetes words it. */
public final class ApiException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int code;
    private final transient ObjectNode status;

    public ApiException(int code, ObjectNode status) {
        super(Json.text(status, "message"), null, false, false);
        this.code = code;
        this.status = status;
    }

    public int code() {
        return code;
    }

    public ObjectNode status() {
        return status;
    }

    public String reason() {
        return Json.text(status, "reason");
    }

    /** The Status envelope of a failure without details. */
    public static ApiException of(int code, String reason, String message) {
        ObjectNode status = Json.object();
        status.put("kind", "Status").put("apiVersion", "v1").putObject("metadata");
        status.put("status", "Failure").put("message", message);
        if (!reason.isEmpty()) {
            status.put("reason", reason);
        }
        status.put("code", code);
        return new ApiException(code, status);
    }

    private static ApiException about(int code, String reason, GroupResource resource, String name, String message) {
        ApiException exception = of(code, reason, message);
        ObjectNode details = exception.details();
        if (!name.isEmpty()) {
            details.put("name", name);
        }
        if (!resource.group().isEmpty()) {
            details.put("group", resource.group());
        }
        details.put("kind", resource.resource());
        return exception;
    }

    private ObjectNode details() {
        ObjectNode existing = (ObjectNode) status.get("details");
        if (existing != null) {
            return existing;
        }
        int codeNow = status.get("code").intValue();
        status.remove("code");
        ObjectNode details = status.putObject("details");
        status.put("code", codeNow);
        return details;
    }

    public ApiException withCause(String reason, String message, String field) {
        ArrayNode causes = details().withArray("causes");
        ObjectNode cause = causes.addObject().put("reason", reason).put("message", message);
        if (!field.isEmpty()) {
            cause.put("field", field);
        }
        return this;
    }

    public ApiException retryAfterSeconds(int seconds) {
        details().put("retryAfterSeconds", seconds);
        return this;
    }

    public static ApiException notFound(GroupResource resource, String name) {
        return about(404, "NotFound", resource, name, resource + " " + quote(name) + " not found");
    }

    /** The path names no resource of this server. */
    public static ApiException noSuchResource() {
        ApiException exception = of(404, "NotFound", "the server could not find the requested resource");
        exception.details();
        return exception;
    }

    /** Kubernetes' message about a patch that does not fit the object. */
    public static ApiException rejected() {
        ApiException exception = of(422, "Invalid", "the server rejected our request due to an error in our request");
        exception.details();
        return exception;
    }

    public static ApiException alreadyExists(GroupResource resource, String name) {
        return about(409, "AlreadyExists", resource, name, resource + " " + quote(name) + " already exists");
    }

    public static ApiException conflict(GroupResource resource, String name, String why) {
        return about(
                409,
                "Conflict",
                resource,
                name,
                "Operation cannot be fulfilled on " + resource + " " + quote(name) + ": " + why);
    }

    public static ApiException modified(GroupResource resource, String name) {
        return conflict(
                resource,
                name,
                "the object has been modified; please apply your changes to the latest version and try again");
    }

    public static ApiException forbidden(GroupResource resource, String name, String why) {
        String named = name.isEmpty() ? resource + " is" : resource + " " + quote(name) + " is";
        return about(403, "Forbidden", resource, name, named + " forbidden: " + why);
    }

    public static ApiException invalid(ResourceType type, String name, List<FieldError> errors) {
        return invalid(type.group(), type.kind(), name, errors);
    }

    public static ApiException invalid(String group, String kind, String name, List<FieldError> errors) {
        String qualified = group.isEmpty() ? kind : kind + "." + group;
        List<String> messages =
                errors.stream().map(FieldError::message).distinct().toList();
        String joined = messages.size() == 1
                ? messages.getFirst()
                : messages.stream().collect(Collectors.joining(", ", "[", "]"));
        ApiException exception = about(
                422,
                "Invalid",
                new GroupResource(group, kind),
                name,
                qualified + " " + quote(name) + " is invalid" + (errors.isEmpty() ? "" : ": " + joined));
        ArrayNode causes = exception.details().putArray("causes");
        errors.forEach(error -> causes.add(error.toCause()));
        return exception;
    }

    public static ApiException badRequest(String message) {
        return of(400, "BadRequest", message);
    }

    public static ApiException unauthorized() {
        return of(401, "Unauthorized", "Unauthorized");
    }

    public static ApiException expired(String message) {
        return of(410, "Expired", message);
    }

    public static ApiException methodNotAllowed() {
        ApiException exception =
                of(405, "MethodNotAllowed", "the server does not allow this method on the requested resource");
        exception.details();
        return exception;
    }

    public static ApiException notAcceptable(String accepted) {
        return of(406, "NotAcceptable", "only the following media types are accepted: " + accepted);
    }

    public static ApiException unsupportedMediaType(String accepted) {
        return of(
                415,
                "UnsupportedMediaType",
                "the body of the request was in an unknown format - accepted media types include: " + accepted);
    }

    public static ApiException tooManyRequests(String message, int retryAfterSeconds) {
        return of(429, "TooManyRequests", message).retryAfterSeconds(retryAfterSeconds);
    }

    public static ApiException internal(String message) {
        ApiException exception = of(500, "InternalError", "Internal error occurred: " + message);
        exception.withCause("", message, "");
        ((ObjectNode) exception.details().get("causes").get(0)).remove("reason");
        return exception;
    }

    public static ApiException timeout(String message) {
        return of(504, "Timeout", "Timeout: " + message);
    }

    /** Go's %q for the names that appear in messages. */
    public static String quote(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + "\"";
    }
}
