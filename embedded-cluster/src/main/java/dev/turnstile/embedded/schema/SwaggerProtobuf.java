package dev.turnstile.embedded.schema;

import dev.turnstile.embedded.json.Json;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * An OpenAPI v2 document as Go clients ask for it: the message {@code openapi.v2.Document} of the gnostic project, with
 * its field numbers.
 */
final class SwaggerProtobuf {

    private static final Map<String, Integer> FIELDS = Map.ofEntries(
            Map.entry("$ref", 1),
            Map.entry("format", 2),
            Map.entry("title", 3),
            Map.entry("description", 4),
            Map.entry("default", 5),
            Map.entry("multipleOf", 6),
            Map.entry("maximum", 7),
            Map.entry("exclusiveMaximum", 8),
            Map.entry("minimum", 9),
            Map.entry("exclusiveMinimum", 10),
            Map.entry("maxLength", 11),
            Map.entry("minLength", 12),
            Map.entry("pattern", 13),
            Map.entry("maxItems", 14),
            Map.entry("minItems", 15),
            Map.entry("uniqueItems", 16),
            Map.entry("maxProperties", 17),
            Map.entry("minProperties", 18),
            Map.entry("required", 19),
            Map.entry("enum", 20),
            Map.entry("additionalProperties", 21),
            Map.entry("type", 22),
            Map.entry("items", 23),
            Map.entry("properties", 25));
    private static final int EXTENSION = 31;

    /** One message: its fields, one after the other. */
    private static final class Message {
        private static final int VARINT = 0;
        private static final int FIXED64 = 1;
        private static final int BYTES = 2;

        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        private void number(long value) {
            long left = value;
            while ((left & ~0x7fL) != 0) {
                bytes.write((int) ((left & 0x7f) | 0x80));
                left >>>= 7;
            }
            bytes.write((int) left);
        }

        private void tag(int field, int wire) {
            number(((long) field << 3) | wire);
        }

        Message whole(int field, long value) {
            tag(field, VARINT);
            number(value);
            return this;
        }

        Message real(int field, double value) {
            tag(field, FIXED64);
            long bits = Double.doubleToRawLongBits(value);
            for (int i = 0; i < Long.BYTES; i++) {
                bytes.write((int) (bits >>> (8 * i)));
            }
            return this;
        }

        Message part(int field, byte[] content) {
            tag(field, BYTES);
            number(content.length);
            bytes.writeBytes(content);
            return this;
        }

        Message text(int field, String text) {
            return part(field, text.getBytes(StandardCharsets.UTF_8));
        }

        Message part(int field, Message content) {
            return part(field, content.bytes.toByteArray());
        }
    }

    private SwaggerProtobuf() {}

    static byte[] of(JsonNode document) {
        Message info = new Message()
                .text(1, document.path("info").path("title").asString(""))
                .text(2, document.path("info").path("version").asString(""));
        Message definitions = new Message();
        document.path("definitions").forEachEntry((name, schema) -> definitions.part(1, named(name, schema(schema))));
        return new Message()
                .text(1, document.path("swagger").asString(""))
                .part(2, info)
                .part(8, new Message())
                .part(9, definitions)
                .bytes
                .toByteArray();
    }

    private static Message named(String name, Message value) {
        return new Message().text(1, name).part(2, value);
    }

    private static Message schema(JsonNode schema) {
        Message message = new Message();
        schema.forEachEntry((keyword, value) -> {
            Integer field = FIELDS.get(keyword);
            if (field != null) {
                keyword(message, field, keyword, value);
            } else if (keyword.startsWith("x-")) {
                message.part(EXTENSION, named(keyword, any(value)));
            }
        });
        return message;
    }

    private static void keyword(Message message, int field, String keyword, JsonNode value) {
        switch (keyword) {
            case "default" -> message.part(field, any(value));
            case "multipleOf", "maximum", "minimum" -> message.real(field, value.asDouble(0));
            case "maxLength", "minLength", "maxItems", "minItems", "maxProperties", "minProperties" ->
                message.whole(field, value.asLong(0));
            case "exclusiveMaximum", "exclusiveMinimum", "uniqueItems" ->
                message.whole(field, value.asBoolean(false) ? 1 : 0);
            case "required" -> value.forEach(name -> message.text(field, name.asString("")));
            case "enum" -> value.forEach(one -> message.part(field, any(one)));
            case "additionalProperties" -> message.part(field, values(value));
            case "type" -> message.part(field, new Message().text(1, value.asString("")));
            case "items" -> message.part(field, new Message().part(1, schema(value)));
            case "properties" -> {
                Message properties = new Message();
                value.forEachEntry((name, property) -> properties.part(1, named(name, schema(property))));
                message.part(field, properties);
            }
            default -> message.text(field, value.asString(""));
        }
    }

    private static Message values(JsonNode value) {
        return value.isBoolean()
                ? new Message().whole(2, value.booleanValue() ? 1 : 0)
                : new Message().part(1, schema(value));
    }

    /** A value as text in YAML, which JSON is. */
    private static Message any(JsonNode value) {
        return new Message().part(2, Json.bytes(value));
    }
}
