package dev.turnstile.worker.webhook;

import dev.turnstile.model.meta.KubernetesJson;
import java.io.InputStream;
import java.util.Set;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Makes a tree of the parts of an AdmissionReview that are used, while it arrives. Each value is paid for before it is
 * made: seven megabytes of empty objects would be two hundred as a tree.
 */
final class ReviewTree {
    /** Of a value in a tree, with its name: 110 bytes, text included, in a list of environment variables; else less. */
    private static final int COST = 120;

    private static final Set<String> OF_REVIEW = Set.of("apiVersion", "kind", "request");
    private static final Set<String> OF_REQUEST = Set.of("uid", "operation", "kind", "namespace", "object");

    private final JsonParser parser;
    private final ReviewMemory.Share share;

    private ReviewTree(JsonParser parser, ReviewMemory.Share share) {
        this.parser = parser;
        this.share = share;
    }

    static JsonNode read(InputStream body, ReviewMemory.Share share) throws TurnedAwayException {
        try (JsonParser parser = KubernetesJson.mapper().createParser(body)) {
            return parser.nextToken() == null ? MissingNode.getInstance() : new ReviewTree(parser, share).review();
        }
    }

    private JsonNode review() throws TurnedAwayException {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            return value();
        }
        return fields(name -> !OF_REVIEW.contains(name), name -> name.equals("request") ? request() : value());
    }

    private JsonNode request() throws TurnedAwayException {
        return parser.currentToken() == JsonToken.START_OBJECT
                ? fields(name -> !OF_REQUEST.contains(name), name -> name.equals("object") ? object() : value())
                : value();
    }

    private JsonNode object() throws TurnedAwayException {
        return parser.currentToken() == JsonToken.START_OBJECT
                ? fields(name -> false, name -> name.equals("metadata") ? metadata() : value())
                : value();
    }

    private JsonNode metadata() throws TurnedAwayException {
        return parser.currentToken() == JsonToken.START_OBJECT
                ? fields(name -> name.equals("managedFields"), name -> value())
                : value();
    }

    /** The value at the parser's token. */
    private JsonNode value() throws TurnedAwayException {
        return switch (parser.currentToken()) {
            case START_OBJECT -> fields(name -> false, name -> value());
            case START_ARRAY -> {
                share.take(COST);
                ArrayNode array = JsonNodeFactory.instance.arrayNode();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    array.add(value());
                }
                yield array;
            }
            default -> {
                share.take(COST);
                yield parser.readValueAsTree();
            }
        };
    }

    private interface Unused {
        boolean test(String name);
    }

    private interface Part {
        JsonNode of(String name) throws TurnedAwayException;
    }

    private ObjectNode fields(Unused unused, Part part) throws TurnedAwayException {
        share.take(COST);
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            parser.nextToken();
            if (unused.test(name)) {
                parser.skipChildren();
            } else {
                object.set(name, part.of(name));
            }
        }
        return object;
    }
}
