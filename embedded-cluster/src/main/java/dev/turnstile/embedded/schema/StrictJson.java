package dev.turnstile.embedded.schema;

import dev.turnstile.embedded.json.JsonTrees;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;

/**
 * A JSON document with the fields that it states more than once, which a plain parser drops silently: strict field
 * validation refuses them, {@code Warn} names them.
 *
 * @param value the document; the last one of repeated fields wins, as in Kubernetes
 * @param duplicates messages as Kubernetes words them, in document order: {@code duplicate field "spec.replicas"}
 */
public record StrictJson(JsonNode value, List<String> duplicates) {

    private static final JsonFactory FACTORY = new JsonFactory();

    /** A body that is no JSON document; the message states where. */
    public static final class MalformedJsonException extends Exception {
        private static final long serialVersionUID = 1L;

        MalformedJsonException(String message) {
            super(message);
        }
    }

    public static StrictJson parse(byte[] json) throws MalformedJsonException {
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), json)) {
            return parse(parser);
        } catch (UnexpectedEndOfInputException e) {
            throw new MalformedJsonException("unexpected end of JSON input");
        } catch (JacksonException e) {
            throw new MalformedJsonException(
                    e.getOriginalMessage().lines().findFirst().orElse("no JSON"));
        }
    }

    /** Reads one document; for other formats that have a Jackson parser, such as YAML. */
    public static StrictJson parse(JsonParser parser) {
        List<String> duplicates = new ArrayList<>();
        JsonNode value = JsonTrees.read(parser, new FieldPosition(Path.ROOT, duplicates));
        return new StrictJson(value, List.copyOf(duplicates));
    }

    private record FieldPosition(Path path, List<String> duplicates) implements JsonTrees.Position {
        @Override
        public FieldPosition field(String name) {
            return new FieldPosition(path.field(name), duplicates);
        }

        @Override
        public FieldPosition item(int index) {
            return new FieldPosition(path.item(index), duplicates);
        }

        @Override
        public void repeated() {
            String message = "duplicate field \"" + path + "\"";
            if (!duplicates.contains(message)) {
                duplicates.add(message);
            }
        }
    }
}
