package dev.turnstile.embedded.api.wire;

import dev.turnstile.embedded.api.ApiException;
import dev.turnstile.embedded.api.ResourceType;
import dev.turnstile.embedded.api.request.RequestContext;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.schema.Schema;
import dev.turnstile.embedded.schema.StrictJson;
import dev.turnstile.embedded.schema.StrictJson.MalformedJsonException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLFactory;

/**
 * Reads request bodies: JSON or YAML, of the expected kind, with unknown and repeated fields refused, named or dropped.
 */
public final class Decoder {
    static final String ACCEPTED = "application/json, application/yaml";

    private static final YAMLFactory YAML = new YAMLFactory();
    private static final JsonFactory LENIENT =
            JsonFactory.builder().enable(JsonReadFeature.ALLOW_TRAILING_COMMA).build();

    private Decoder() {}

    public static StrictJson parse(byte[] body, String contentType) {
        String mediaType = contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        if (Protobuf.is(mediaType)) {
            return new StrictJson(Protobuf.read(body), List.of());
        }
        boolean yaml = mediaType.endsWith("yaml");
        if (!yaml && !mediaType.isEmpty() && !mediaType.equals("*/*") && !mediaType.endsWith("json")) {
            throw ApiException.unsupportedMediaType(ACCEPTED);
        }
        if (yaml && !startsAsJson(body)) {
            return yaml(body);
        }
        try {
            return StrictJson.parse(body);
        } catch (MalformedJsonException e) {
            if (yaml) {
                return lenient(body);
            }
            throw malformed(body, e);
        }
    }

    /** YAML that looks like JSON: with commas too many, or tabs, which YAML's own parser here refuses. */
    private static StrictJson lenient(byte[] body) {
        try (JsonParser parser = LENIENT.createParser(ObjectReadContext.empty(), body)) {
            return StrictJson.parse(parser);
        } catch (JacksonException e) {
            return yaml(body);
        }
    }

    private static StrictJson yaml(byte[] body) {
        try (JsonParser parser = YAML.createParser(ObjectReadContext.empty(), body)) {
            StrictJson parsed = StrictJson.parse(parser);
            return parsed.duplicates().isEmpty() ? parsed : new StrictJson(parsed.value(), repeatedKeys(body));
        } catch (JacksonException e) {
            throw ApiException.badRequest("error converting YAML to JSON: " + e.getOriginalMessage());
        }
    }

    private static ApiException malformed(byte[] body, MalformedJsonException e) {
        return ApiException.badRequest(
                "the object provided is unrecognized (must be of type): couldn't get version/kind; json parse error: "
                        + e.getMessage() + " (" + excerpt(body) + ")");
    }

    /** Keys that a YAML document repeats, as Go's YAML library words it. */
    private static List<String> repeatedKeys(byte[] body) {
        List<String> repeated = new ArrayList<>();
        Deque<Set<String>> open = new ArrayDeque<>();
        try (JsonParser parser = YAML.createParser(ObjectReadContext.empty(), body)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token == JsonToken.START_OBJECT) {
                    open.push(new HashSet<>());
                } else if (token == JsonToken.END_OBJECT) {
                    open.pop();
                } else if (token == JsonToken.PROPERTY_NAME && !open.getFirst().add(parser.currentName())) {
                    repeated.add("line " + parser.currentTokenLocation().getLineNr() + ": key "
                            + ApiException.quote(parser.currentName()) + " already set in map");
                }
            }
        } catch (JacksonException e) {
            return List.of();
        }
        return repeated;
    }

    private static boolean startsAsJson(byte[] body) {
        for (byte b : body) {
            if (!Character.isWhitespace(b)) {
                return b == '{';
            }
        }
        return false;
    }

    private static String excerpt(byte[] body) {
        String text = new String(body, 0, Math.min(body.length, 40), StandardCharsets.UTF_8);
        return text.replaceAll("\\s+", " ") + (body.length > 40 ? " ..." : "");
    }

    public static ObjectNode object(StrictJson parsed) {
        if (parsed.value() instanceof ObjectNode object) {
            return object;
        }
        throw ApiException.badRequest("the request's body is no JSON object but "
                + parsed.value().getNodeType().toString().toLowerCase(Locale.ROOT));
    }

    /** Decodes a whole object of a type. */
    public static ObjectNode decode(ResourceType type, byte[] body, String contentType, RequestContext context) {
        StrictJson parsed = parse(body, contentType);
        ObjectNode object = object(parsed);
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

    /**
     * Applies the request's field validation to a decoded or patched object, and drops what the schema does not know.
     */
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

    /** A value of a built-in kind that is of the wrong type is refused. */
    public static void checkTypes(ResourceType type, ObjectNode object) {
        if (!type.custom() && type.schema() != null) {
            List<String> errors = type.schema().decodingErrors(object);
            if (!errors.isEmpty()) {
                throw ApiException.badRequest(cannotHandle(type) + errors.getFirst());
            }
        }
    }

    /**
     * As above.
     *
     * @param before complaints that are told before those about unknown fields
     * @param after complaints that are told after those
     * @param refusal made of the complaints where the request wants to be refused for them
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
