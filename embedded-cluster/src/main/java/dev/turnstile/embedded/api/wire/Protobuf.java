package dev.turnstile.embedded.api.wire;

import dev.turnstile.embedded.api.ApiException;
import dev.turnstile.embedded.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.DoubleNode;
import tools.jackson.databind.node.IntNode;
import tools.jackson.databind.node.LongNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * Reads protobuf, which Go clients (such as kubectl's typed commands) send for built-in kinds even if they accept JSON.
 * Responses are JSON, which those clients accept.
 */
final class Protobuf {
    static final String MEDIA_TYPE = "application/vnd.kubernetes.protobuf";

    private static final byte[] MAGIC = {'k', '8', 's', 0};
    private static final int VARINT = 0;
    private static final int FIXED_64 = 1;
    private static final int BYTES = 2;
    private static final int FIXED_32 = 5;
    private static final DateTimeFormatter MICROS = DateTimeFormatter.ofPattern(
                    "yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);
    private static final Map<String, Map<Integer, MessageField>> MESSAGES = load();

    private enum Shape {
        SINGLE,
        LIST,
        MAP
    }

    private record MessageField(String name, Shape shape, String type, boolean leftOutWhenEmpty) {}

    private Protobuf() {}

    static boolean is(String contentType) {
        return contentType.startsWith(MEDIA_TYPE);
    }

    /**
     * Reads the object from Kubernetes' envelope: magic, then a message with the kind's name and the object's bytes.
     */
    static ObjectNode read(byte[] body) {
        ByteBuffer buffer = ByteBuffer.wrap(body).order(ByteOrder.LITTLE_ENDIAN);
        for (byte magic : MAGIC) {
            if (!buffer.hasRemaining() || buffer.get() != magic) {
                throw ApiException.badRequest(
                        "provided data does not appear to be a protobuf message, expected prefix 6b387300");
            }
        }
        String apiVersion = "";
        String kind = "";
        ByteBuffer raw = ByteBuffer.allocate(0);
        try {
            while (buffer.hasRemaining()) {
                long tag = varint(buffer);
                ByteBuffer value = bytes(buffer);
                if (tag >>> 3 == 1) {
                    while (value.hasRemaining()) {
                        boolean version = varint(value) >>> 3 == 1;
                        String text = text(bytes(value));
                        apiVersion = version ? text : apiVersion;
                        kind = version ? kind : text;
                    }
                } else if (tag >>> 3 == 2) {
                    raw = value;
                }
            }
            String message = messageOf(apiVersion, kind);
            if (!MESSAGES.containsKey(message)) {
                throw ApiException.unsupportedMediaType(BodyParser.ACCEPTED);
            }
            ObjectNode object = Json.object().put("kind", kind).put("apiVersion", apiVersion);
            object.setAll((ObjectNode) message(message, raw));
            return object;
        } catch (java.nio.BufferUnderflowException | IllegalArgumentException e) {
            throw ApiException.badRequest("the protobuf body ends within a field: " + e);
        }
    }

    /** Messages are named after the first part of their group; the core group's after itself. */
    private static String messageOf(String apiVersion, String kind) {
        if (kind.equals("DeleteOptions")) {
            return "meta.DeleteOptions";
        }
        int slash = apiVersion.indexOf('/');
        String group = slash < 0 ? "core" : apiVersion.substring(0, slash);
        int dot = group.indexOf('.');
        return (dot < 0 ? group : group.substring(0, dot)) + "." + kind;
    }

    private static JsonNode message(String type, ByteBuffer buffer) {
        ObjectNode object = Json.object();
        Map<Integer, MessageField> fields = MESSAGES.getOrDefault(type, Map.of());
        while (buffer.hasRemaining()) {
            long tag = varint(buffer);
            MessageField field = fields.get((int) (tag >>> 3));
            int wire = (int) (tag & 7);
            if (field == null) {
                skip(wire, buffer);
            } else if (field.shape() == Shape.MAP) {
                entry(Json.child(object, field.name()), field.type(), bytes(buffer));
            } else {
                put(object, field, value(field.type(), wire, buffer));
            }
        }
        return shaped(type, object);
    }

    private static void put(ObjectNode object, MessageField field, JsonNode value) {
        if (field.shape() == Shape.LIST) {
            object.withArray(field.name()).add(value);
        } else if (field.name().equals(".") && value instanceof ObjectNode inline) {
            object.setAll(inline);
        } else if (!value.isNull() && !(field.leftOutWhenEmpty() && isEmpty(value))) {
            object.set(field.name(), value);
        }
    }

    /** The values that Go's JSON omits: empty texts, zeros, false; not empty objects. */
    private static boolean isEmpty(JsonNode value) {
        return (value.isString() && value.stringValue().isEmpty())
                || (value.isBoolean() && !value.booleanValue())
                || (value.isNumber() && value.doubleValue() == 0);
    }

    private static void entry(ObjectNode map, String type, ByteBuffer buffer) {
        String key = "";
        JsonNode value = type.equals("string") ? StringNode.valueOf("") : Json.object();
        while (buffer.hasRemaining()) {
            long tag = varint(buffer);
            if (tag >>> 3 == 1) {
                key = text(bytes(buffer));
            } else {
                value = value(type, (int) (tag & 7), buffer);
            }
        }
        map.set(key, value);
    }

    private static JsonNode value(String type, int wire, ByteBuffer buffer) {
        return switch (type) {
            case "string" -> StringNode.valueOf(text(bytes(buffer)));
            case "bytes" -> StringNode.valueOf(Base64.getEncoder().encodeToString(copy(bytes(buffer))));
            case "bool" -> BooleanNode.valueOf(varint(buffer) != 0);
            case "int32" -> IntNode.valueOf((int) varint(buffer));
            case "int64" -> LongNode.valueOf(varint(buffer));
            case "double" -> number(buffer.getDouble());
            default -> {
                if (wire != BYTES) {
                    throw new IllegalArgumentException(type + " is no message of wire type " + wire);
                }
                yield message(type, bytes(buffer));
            }
        };
    }

    private static JsonNode number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1L << 53
                ? LongNode.valueOf((long) value)
                : DoubleNode.valueOf(value);
    }

    /** The JSON form of messages that are no objects in JSON: a time, any JSON, or one of several shapes. */
    private static JsonNode shaped(String type, ObjectNode message) {
        return switch (type) {
            case "meta.Time" -> time(message, false);
            case "meta.MicroTime" -> time(message, true);
            case "meta.Duration" -> StringNode.valueOf(Json.number(message, 0, "duration") + "ns");
            case "resource.Quantity" -> StringNode.valueOf(Json.text(message, "string"));
            case "intstr.IntOrString" ->
                Json.number(message, 0, "type") == 0
                        ? LongNode.valueOf(Json.number(message, 0, "intVal"))
                        : StringNode.valueOf(Json.text(message, "strVal"));
            case "apiextensions.JSON", "runtime.RawExtension" -> document(Json.text(message, "raw"));
            case "meta.FieldsV1" -> document(Json.text(message, "Raw"));
            case "apiextensions.JSONSchemaPropsOrArray" ->
                either(message, "schema", "jSONSchemas", "Schema", "JSONSchemas");
            case "apiextensions.JSONSchemaPropsOrBool" -> {
                JsonNode schema = Json.at(message, "schema") == null ? message.get("Schema") : message.get("schema");
                yield schema != null
                        ? schema
                        : BooleanNode.valueOf(Json.flag(message, "allows") || Json.flag(message, "Allows"));
            }
            case "apiextensions.JSONSchemaPropsOrStringArray" -> either(message, "schema", "property");
            case "authentication.ExtraValue", "authorization.ExtraValue" -> either(message, "items");
            default -> message;
        };
    }

    private static JsonNode time(ObjectNode time, boolean micros) {
        if (time.isEmpty()) {
            return NullNode.instance;
        }
        Instant instant = Instant.ofEpochSecond(Json.number(time, 0, "seconds"), Json.number(time, 0, "nanos"));
        return StringNode.valueOf(micros ? MICROS.format(instant) : instant.toString());
    }

    private static JsonNode either(ObjectNode message, String... names) {
        for (String name : names) {
            JsonNode value = message.get(name);
            if (value != null) {
                return value;
            }
        }
        return Json.array();
    }

    private static void skip(int wire, ByteBuffer buffer) {
        switch (wire) {
            case VARINT -> varint(buffer);
            case FIXED_64 -> buffer.getLong();
            case BYTES -> bytes(buffer);
            case FIXED_32 -> buffer.getInt();
            default -> throw new IllegalArgumentException("unknown wire type " + wire);
        }
    }

    private static long varint(ByteBuffer buffer) {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            byte next = buffer.get();
            value |= (next & 0x7fL) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw new IllegalArgumentException("a number of more than ten bytes");
    }

    private static ByteBuffer bytes(ByteBuffer buffer) {
        int length = (int) varint(buffer);
        ByteBuffer slice = buffer.slice(buffer.position(), length).order(ByteOrder.LITTLE_ENDIAN);
        buffer.position(buffer.position() + length);
        return slice;
    }

    private static String text(ByteBuffer buffer) {
        return new String(copy(buffer), StandardCharsets.UTF_8);
    }

    private static byte[] copy(ByteBuffer buffer) {
        byte[] copy = new byte[buffer.remaining()];
        buffer.get(copy);
        return copy;
    }

    private static Map<String, Map<Integer, MessageField>> load() {
        Map<String, Map<Integer, MessageField>> messages = new HashMap<>();
        try (@Nullable InputStream in = Protobuf.class.getResourceAsStream("protobuf-messages.txt")) {
            if (in == null) {
                throw new IllegalStateException("protobuf-messages.txt is missing beside " + Protobuf.class);
            }
            Map<Integer, MessageField> fields = new HashMap<>();
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList()) {
                if (line.startsWith(" ")) {
                    String[] parts = line.strip().split(" ", -1);
                    Shape shape =
                            parts[2].startsWith("*") ? Shape.LIST : parts[2].startsWith("%") ? Shape.MAP : Shape.SINGLE;
                    String type = shape == Shape.SINGLE ? parts[2] : parts[2].substring(1);
                    fields.put(Integer.valueOf(parts[0]), new MessageField(parts[1], shape, type, parts.length > 3));
                } else if (!line.startsWith("#")) {
                    fields = new HashMap<>();
                    messages.put(line.strip(), fields);
                }
            }
            messages.put("resource.Quantity", Map.of(1, new MessageField("string", Shape.SINGLE, "string", false)));
            messages.put("runtime.RawExtension", Map.of(1, new MessageField("raw", Shape.SINGLE, "bytes", false)));
            messages.put(
                    "intstr.IntOrString",
                    Map.of(
                            1, new MessageField("type", Shape.SINGLE, "int64", false),
                            2, new MessageField("intVal", Shape.SINGLE, "int32", false),
                            3, new MessageField("strVal", Shape.SINGLE, "string", false)));
            return Map.copyOf(messages);
        } catch (IOException e) {
            throw new UncheckedIOException("protobuf-messages.txt cannot be read: " + e.getMessage(), e);
        }
    }

    /** A JSON document inside a message; Go sends no bytes if there is none. */
    private static JsonNode document(String base64) {
        byte[] json = Base64.getDecoder().decode(base64);
        return json.length == 0 ? MissingNode.getInstance() : Json.read(json);
    }
}
