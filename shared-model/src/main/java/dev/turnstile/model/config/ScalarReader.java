package dev.turnstile.model.config;

import dev.turnstile.model.feature.SimilarNames;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Reads one value, whether a file has it with its type or a property as text. */
final class ScalarReader {

    /** What came of a value. */
    sealed interface Outcome {

        /** The value as Spring's binder reads it. */
        record Accepted(String text) implements Outcome {}

        /** The value cannot be taken; what would be. */
        record Refused(String allowed) implements Outcome {}
    }

    private ScalarReader() {}

    static Outcome read(Object value, Class<?> type, Setting setting) {
        var text = String.valueOf(value).strip();
        if (type == boolean.class || type == Boolean.class) {
            var lower = text.toLowerCase(Locale.ROOT);
            return lower.equals("true") || lower.equals("false")
                    ? new Outcome.Accepted(lower)
                    : new Outcome.Refused("true or false");
        }
        if (type == int.class || type == Integer.class) {
            return integer(text, setting);
        }
        if (type == Double.class) {
            return number(text);
        }
        if (type == Duration.class) {
            return duration(text, setting);
        }
        if (Choice.class.isAssignableFrom(type)) {
            return choice(text, type);
        }
        var form = setting.form();
        return form.accepts(text) ? new Outcome.Accepted(text) : new Outcome.Refused(form.words());
    }

    private static Outcome integer(String text, Setting setting) {
        var refused = new Outcome.Refused("a whole number from " + setting.min() + " to " + setting.max());
        if (!text.matches("[-+]?[0-9]{1,18}")) {
            return refused;
        }
        var number = new BigInteger(text).longValueExact();
        return number < setting.min() || number > setting.max() ? refused : new Outcome.Accepted(Long.toString(number));
    }

    private static Outcome number(String text) {
        if (!text.matches("[-+]?[0-9]{1,12}(\\.[0-9]{1,12})?")) {
            return new Outcome.Refused("a number");
        }
        return new Outcome.Accepted(new BigDecimal(text).toPlainString());
    }

    private static Outcome duration(String text, Setting setting) {
        var shortest = GoDuration.parse(setting.atLeast()).orElseThrow();
        var allowed = "a duration such as 5m30s, at least " + setting.atLeast();
        // Spring's own properties have durations as PT5M30S.
        var read = GoDuration.parse(text.startsWith("PT") ? iso(text) : text);
        return read.filter(
                        duration -> duration.compareTo(shortest) >= 0 || (setting.zeroIsUnset() && duration.isZero()))
                .<Outcome>map(duration -> new Outcome.Accepted(duration.toString()))
                .orElseGet(() -> new Outcome.Refused(allowed));
    }

    private static String iso(String text) {
        return text.substring(2).toLowerCase(Locale.ROOT);
    }

    private static Outcome choice(String text, Class<?> type) {
        var texts = texts(type);
        if (texts.contains(text)) {
            return new Outcome.Accepted(text);
        }
        return new Outcome.Refused("one of " + String.join(", ", SimilarNames.nearest(text, texts, texts.size())));
    }

    /** The values of a choice, as they are written. */
    static List<String> texts(Class<?> choice) {
        return Stream.of(choice.getEnumConstants())
                .map(constant -> ((Choice) constant).text())
                .toList();
    }
}
