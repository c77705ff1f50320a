package dev.turnstile.embedded.api.wire;

import dev.turnstile.embedded.api.ApiException;
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
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLFactory;

/**
 * Reads the bodies of requests, in JSON, YAML or protobuf, as trees, with the fields that they state more than once.
 */
public final class BodyParser {
    static final String ACCEPTED = "application/json, application/yaml";

    private static final YAMLFactory YAML = new YAMLFactory();
    private static final JsonFactory LENIENT =
            JsonFactory.builder().enable(JsonReadFeature.ALLOW_TRAILING_COMMA).build();

    private BodyParser() {}

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

    /** YAML that looks like JSON: with trailing commas, or with tabs, which the YAML parser refuses. */
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
}
