package dev.turnstile.embedded.api.request;

import dev.turnstile.embedded.api.ApiException;
import dev.turnstile.embedded.api.ResourceType;
import dev.turnstile.embedded.api.wire.BodyParser;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.schema.Schema;
import dev.turnstile.embedded.schema.StrictJson;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import tools.jackson.databind.node.ObjectNode;

/**
 * Checks an object against the kind of the request: kind and apiVersion must match; unknown and repeated fields are
 * refused, warned of or dropped, as the request's field validation says.
 */
public final class FieldChecks {
    private FieldChecks() {}

    /** Decodes a whole object of a type. */
    public static ObjectNode decode(ResourceType type, byte[] body, String contentType, RequestContext context) {
        StrictJson parsed = BodyParser.parse(body, contentType);
        ObjectNode object = BodyParser.object(parsed);
        expectKind(object, type.apiVersion(), type.kind(), !type.custom());
        checkFields(type, object, parsed.duplicates(), context);
        return object;
    }

    public static void expectKind(ObjectNode object, String apiVersion, String kind, boolean maybeMissing) {
        String givenVersion = Json.text(object, "apiVersion");
        String givenKind = Json.text(object, "kind");
        if (maybeMissing) {
            givenVersion = givenVersion.isEmpty() ? apiVersion : givenVersion;
            givenKind = givenKind.isEmpty() ? kind : givenKind;
            object.put("apiVersion", givenVersion).put("kind", givenKind);
        }
        if (!givenVersion.equals(apiVersion) && !givenVersion.isEmpty()) {
            throw ApiException.badRequest("the API version in the data (" + givenVersion
                    + ") does not match the expected API version (" + apiVersion + ")");
        }
        if (!givenKind.equals(kind) || givenVersion.isEmpty()) {
            String version = apiVersion.substring(apiVersion.indexOf('/') + 1);
            String got = givenKind.isEmpty()
                    ? "Object 'Kind' is missing"
                    : givenKind + " in version " + ApiException.quote(version) + " cannot be handled as a " + kind;
            throw ApiException.badRequest(
                    givenVersion.isEmpty() && !givenKind.isEmpty() ? "Object 'apiVersion' is missing" : got);
        }
    }

    /** Applies the request's field validation to a decoded or patched object, and removes unknown fields. */
    public static void checkFields(
            ResourceType type, ObjectNode object, List<String> duplicates, RequestContext context) {
        checkFields(
                type,
                object,
                type.custom() ? duplicates : List.of(),
                type.custom() ? List.of() : duplicates,
                context,
                complaint -> ApiException.badRequest(cannotHandle(type) + complaint));
    }

    /** Refuses values of a built-in kind that have the wrong type. */
    public static void checkTypes(ResourceType type, ObjectNode object) {
        if (!type.custom() && type.schema() != null) {
            List<String> errors = type.schema().decodingErrors(object);
            if (!errors.isEmpty()) {
                throw ApiException.badRequest(cannotHandle(type) + errors.getFirst());
            }
        }
    }

    /**
     * As {@link #checkFields(ResourceType, ObjectNode, List, RequestContext)}, with the order and the form of the
     * errors as parameters.
     *
     * @param before errors that precede those about unknown fields
     * @param after errors that follow those
     * @param refusal makes the exception from the errors, if the request's field validation is Strict
     */
    public static void checkFields(
            ResourceType type,
            ObjectNode object,
            List<String> before,
            List<String> after,
            RequestContext context,
            Function<String, ApiException> refusal) {
        Schema schema = type.schema();
        List<String> complaints = new ArrayList<>(before);
        if (schema != null) {
            if (!type.custom()) {
                schema.decodingErrors(object).stream().findFirst().ifPresent(error -> {
                    throw refusal.apply(error);
                });
            }
            List<String> unknown = schema.unknownFields(object);
            if (!unknown.isEmpty()) {
                complaints.addAll(unknown);
                schema.prune(object);
            }
        }
        complaints.addAll(after);
        if (complaints.isEmpty()) {
            return;
        }
        switch (context.fieldValidation()) {
            case Ignore -> {}
            case Warn -> complaints.forEach(context::warn);
            case Strict -> throw refusal.apply("strict decoding error: " + String.join(", ", complaints));
        }
    }

    private static String cannotHandle(ResourceType type) {
        return type.kind() + " in version " + ApiException.quote(type.version()) + " cannot be handled as a "
                + type.kind() + ": ";
    }
}
