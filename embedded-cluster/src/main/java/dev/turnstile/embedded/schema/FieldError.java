package dev.turnstile.embedded.schema;

import java.util.Collection;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * One invalid field, worded as Kubernetes words it.
 *
 * @param path the field, as {@code spec.template.spec.containers[0].name}
 * @param value the refused value: a {@link JsonNode}, a string, a number, a boolean, or null when Kubernetes omits it
 */
public record FieldError(
        ErrorType kind, String path, @Nullable Object value, String detail) {

    /** A value that Kubernetes leaves out of the message, as it does with whole objects and lists that break a rule. */
    public static final Object OMITTED = new OmittedValue();

    private record OmittedValue() {}

    /** The type of an error; {@code reason} is the machine-readable name of the cause, {@code words} is its text. */
    public enum ErrorType {
        NOT_FOUND("FieldValueNotFound", "Not found"),
        REQUIRED("FieldValueRequired", "Required value"),
        DUPLICATE("FieldValueDuplicate", "Duplicate value"),
        INVALID("FieldValueInvalid", "Invalid value"),
        NOT_SUPPORTED("FieldValueNotSupported", "Unsupported value"),
        FORBIDDEN("FieldValueForbidden", "Forbidden"),
        TOO_LONG("FieldValueTooLong", "Too long"),
        TOO_MANY("FieldValueTooMany", "Too many"),
        TOO_FEW("FieldValueTooFew", "Too few"),
        TOO_SHORT("FieldValueTooShort", "Too short"),
        TYPE_INVALID("FieldValueTypeInvalid", "Invalid value"),
        INTERNAL("InternalError", "Internal error");

        private final String reason;
        private final String words;

        ErrorType(String reason, String words) {
            this.reason = reason;
            this.words = words;
        }

        boolean printsValue() {
            return switch (this) {
                case REQUIRED, FORBIDDEN, TOO_LONG, TOO_SHORT, INTERNAL -> false;
                case NOT_FOUND, DUPLICATE, INVALID, NOT_SUPPORTED, TOO_MANY, TOO_FEW, TYPE_INVALID -> true;
            };
        }
    }

    public static FieldError required(String path, String detail) {
        return new FieldError(ErrorType.REQUIRED, path, null, detail);
    }

    public static FieldError invalid(String path, @Nullable Object value, String detail) {
        return new FieldError(ErrorType.INVALID, path, value, detail);
    }

    public static FieldError typeInvalid(String path, @Nullable Object value, String detail) {
        return new FieldError(ErrorType.TYPE_INVALID, path, value, detail);
    }

    public static FieldError forbidden(String path, String detail) {
        return new FieldError(ErrorType.FORBIDDEN, path, null, detail);
    }

    public static FieldError notFound(String path, Object value) {
        return new FieldError(ErrorType.NOT_FOUND, path, value, "");
    }

    public static FieldError duplicate(String path, Object value) {
        return new FieldError(ErrorType.DUPLICATE, path, value, "");
    }

    /** {@code supported} in the order in which it is to be printed. */
    public static FieldError notSupported(String path, @Nullable Object value, Collection<String> supported) {
        String detail = supported.isEmpty()
                ? ""
                : "supported values: "
                        + supported.stream().map(FieldError::quote).collect(Collectors.joining(", "));
        return new FieldError(ErrorType.NOT_SUPPORTED, path, value, detail);
    }

    public static FieldError tooLong(String path, int maxBytes) {
        return new FieldError(
                ErrorType.TOO_LONG,
                path,
                null,
                "may not be more than " + maxBytes + (maxBytes == 1 ? " byte" : " bytes"));
    }

    public static FieldError tooMany(String path, int actual, int max) {
        return new FieldError(
                ErrorType.TOO_MANY, path, actual, "must have at most " + max + (max == 1 ? " item" : " items"));
    }

    /** The message without the field: {@code Invalid value: "x": must be …}. */
    public String body() {
        StringBuilder text = new StringBuilder(kind.words);
        if (kind.printsValue() && !(value instanceof OmittedValue)) {
            text.append(": ").append(print(value));
        }
        if (!detail.isEmpty()) {
            text.append(": ").append(detail);
        }
        return text.toString();
    }

    /** The whole message: {@code spec.parallelism: Invalid value: -1: must be …}. */
    public String message() {
        return path + ": " + body();
    }

    /** An entry of a Status object's {@code details.causes}. */
    public ObjectNode toCause() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("reason", kind.reason)
                .put("message", body())
                .put("field", path);
    }

    private static String print(@Nullable Object value) {
        return switch (value) {
            case null -> "null";
            case String text -> quote(text);
            case JsonNode node when node.isString() -> quote(node.stringValue());
            case JsonNode node -> node.toString();
            default -> value.toString();
        };
    }

    /** A string in double quotes, escaped as Go's {@code %q} does. */
    public static String quote(String text) {
        StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
        text.codePoints().forEach(point -> {
            switch (point) {
                case '"' -> quoted.append("\\\"");
                case '\\' -> quoted.append("\\\\");
                case '\n' -> quoted.append("\\n");
                case '\r' -> quoted.append("\\r");
                case '\t' -> quoted.append("\\t");
                case '\f' -> quoted.append("\\f");
                case '\b' -> quoted.append("\\b");
                case 0x07 -> quoted.append("\\a");
                case 0x0b -> quoted.append("\\v");
                default -> {
                    if (point < 0x20 || point == 0x7f) {
                        quoted.append(String.format(Locale.ROOT, "\\x%02x", point));
                    } else {
                        quoted.appendCodePoint(point);
                    }
                }
            }
        });
        return quoted.append('"').toString();
    }
}
