package dev.turnstile.cel;

import static dev.turnstile.cel.CelArguments.ANY_LIST;
import static dev.turnstile.cel.CelArguments.INT;
import static dev.turnstile.cel.CelArguments.STRING;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.cel.common.types.ListType;
import dev.cel.common.types.SimpleType;
import java.util.ArrayList;
import java.util.List;

/** Searches by regular expression, and {@code format}, which this CEL library lacks. */
final class StringFunctions {

    private static final ListType STRINGS = ListType.create(SimpleType.STRING);

    private StringFunctions() {}

    static List<CelFunction> all() {
        return List.of(
                CelFunction.member(
                        "find", "string_find_string", SimpleType.STRING, STRING, STRING, StringFunctions::find),
                CelFunction.member(
                        "findAll",
                        "string_find_all_string",
                        STRINGS,
                        STRING,
                        STRING,
                        (text, regex) -> findAll(text, regex, -1)),
                CelFunction.member(
                        "findAll",
                        "string_find_all_string_int",
                        STRINGS,
                        List.of(STRING, STRING, INT),
                        arguments -> findAll((String) arguments[0], (String) arguments[1], (Long) arguments[2])),
                CelFunction.member(
                        "format",
                        "string_format",
                        SimpleType.STRING,
                        STRING,
                        ANY_LIST,
                        (text, values) -> StringFormat.format(text, values)));
    }

    private static String find(String text, String regex) {
        Matcher matcher = pattern(regex).matcher(text);
        return matcher.find() ? matcher.group() : "";
    }

    private static List<String> findAll(String text, String regex, long limit) {
        List<String> found = new ArrayList<>();
        Matcher matcher = pattern(regex).matcher(text);
        while ((limit < 0 || found.size() < limit) && matcher.find()) {
            found.add(matcher.group());
        }
        return found;
    }

    private static Pattern pattern(String regex) {
        try {
            return Pattern.compile(regex);
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException("Illegal regex: " + e.getMessage(), e);
        }
    }
}
