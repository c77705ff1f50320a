package dev.turnstile.cel;

import com.google.common.primitives.UnsignedLong;
import dev.cel.common.types.CelType;
import dev.cel.common.values.CelByteString;
import dev.cel.common.values.NullValue;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** CEL's {@code "%s is %d".format([name, size])}. */
final class StringFormat {

    private StringFormat() {}

    static String format(String template, List<?> values) {
        StringBuilder text = new StringBuilder();
        int next = 0;
        int i = 0;
        while (i < template.length()) {
            char c = template.charAt(i++);
            if (c != '%') {
                text.append(c);
                continue;
            }
            if (i < template.length() && template.charAt(i) == '%') {
                text.append('%');
                i++;
                continue;
            }
            int precision = -1;
            if (i < template.length() && template.charAt(i) == '.') {
                int start = ++i;
                while (i < template.length() && Character.isDigit(template.charAt(i))) {
                    i++;
                }
                precision = i > start ? Integer.parseInt(template.substring(start, i)) : 0;
            }
            if (i >= template.length()) {
                throw new IllegalArgumentException("unexpected end of string");
            }
            if (next >= values.size()) {
                throw new IllegalArgumentException("index " + next + " out of range");
            }
            text.append(verb(template.charAt(i++), precision, values.get(next++)));
        }
        return text.toString();
    }

    private static String verb(char verb, int precision, Object value) {
        return switch (verb) {
            case 's' -> print(value);
            case 'd' ->
                value instanceof Long || value instanceof UnsignedLong ? value.toString() : refuse(value, "integers");
            case 'f' -> fixed(value, precision < 0 ? 6 : precision);
            case 'e' -> String.format(Locale.ROOT, "%." + (precision < 0 ? 6 : precision) + "e", decimal(value));
            case 'b' -> value instanceof Boolean flag ? (flag ? "1" : "0") : whole(value, 2);
            case 'o' -> whole(value, 8);
            case 'x' -> hex(value);
            case 'X' -> hex(value).toUpperCase(Locale.ROOT);
            default -> throw new IllegalArgumentException("unrecognized formatting clause \"" + verb + "\"");
        };
    }

    private static String whole(Object value, int radix) {
        return value instanceof Long number ? Long.toString(number, radix) : refuse(value, "integers");
    }

    private static String hex(Object value) {
        return switch (value) {
            case Long number -> Long.toString(number, 16);
            case String string -> HexFormat.of().formatHex(string.getBytes(StandardCharsets.UTF_8));
            case CelByteString bytes -> HexFormat.of().formatHex(bytes.toByteArray());
            default -> refuse(value, "integers, byte buffers, and strings");
        };
    }

    private static String fixed(Object value, int precision) {
        double number = decimal(value);
        return Double.isFinite(number)
                ? new BigDecimal(number)
                        .setScale(precision, RoundingMode.HALF_EVEN)
                        .toPlainString()
                : print(number);
    }

    private static double decimal(Object value) {
        return switch (value) {
            case Double number -> number;
            case Long number -> number.doubleValue();
            case UnsignedLong number -> number.doubleValue();
            default -> throw new IllegalArgumentException(refuse(value, "doubles"));
        };
    }

    private static String refuse(Object value, String allowed) {
        throw new IllegalArgumentException(
                "error during formatting: only " + allowed + " can be formatted with this clause, was given "
                        + value.getClass().getSimpleName().toLowerCase(Locale.ROOT));
    }

    private static String print(Object value) {
        return switch (value) {
            case NullValue nothing -> "null";
            case Double number -> print(number.doubleValue());
            case Duration duration ->
                new BigDecimal(duration.toNanos())
                                .movePointLeft(9)
                                .stripTrailingZeros()
                                .toPlainString() + "s";
            case CelByteString bytes -> bytes.toStringUtf8();
            case CelType type -> type.name();
            case List<?> list -> list.stream().map(StringFormat::print).collect(Collectors.joining(", ", "[", "]"));
            case Map<?, ?> map -> {
                Map<String, String> sorted = new TreeMap<>();
                map.forEach((key, item) -> sorted.put(print(key), print(item)));
                yield sorted.entrySet().stream()
                        .map(entry -> entry.getKey() + ": " + entry.getValue())
                        .collect(Collectors.joining(", ", "{", "}"));
            }
            default -> value.toString();
        };
    }

    private static String print(double number) {
        if (Double.isNaN(number)) {
            return "NaN";
        }
        if (Double.isInfinite(number)) {
            return number > 0 ? "Infinity" : "-Infinity";
        }
        return number == Math.rint(number) && Math.abs(number) < 1e15
                ? Long.toString((long) number)
                : Double.toString(number);
    }
}
