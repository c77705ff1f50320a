package dev.turnstile.embedded.api;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Terms on an object's fields, all of which must hold. */
public record FieldSelector(List<Term> terms) {
    public static final FieldSelector EVERYTHING = new FieldSelector(List.of());

    public record Term(String field, boolean equal, String value) {}

    public FieldSelector {
        terms = List.copyOf(terms);
    }

    public boolean everything() {
        return terms.isEmpty();
    }

    /** @param valueOf the value of a field by its name; empty where the object has none */
    public boolean matches(UnaryOperator<String> valueOf) {
        for (Term term : terms) {
            if (valueOf.apply(term.field()).equals(term.value()) != term.equal()) {
                return false;
            }
        }
        return true;
    }

    /** The value that a field must have, if a term requires one. */
    public @Nullable String required(String field) {
        for (Term term : terms) {
            if (term.equal() && term.field().equals(field)) {
                return term.value();
            }
        }
        return null;
    }

    /** Reads the query form: {@code a=b,c!=d}, where a backslash keeps the next character from meaning anything. */
    public static FieldSelector parse(String text) {
        if (text.isBlank()) {
            return EVERYTHING;
        }
        List<Term> terms = new ArrayList<>();
        for (String part : split(text)) {
            if (part.isBlank()) {
                continue;
            }
            int operator = operator(part);
            if (operator < 0) {
                throw ApiException.badRequest("invalid selector: '" + text + "'; can't understand '" + part + "'");
            }
            boolean unequal = part.charAt(operator) == '!';
            int width = unequal || part.startsWith("==", operator) ? 2 : 1;
            terms.add(new Term(
                    part.substring(0, operator).strip(), !unequal, unescape(part.substring(operator + width))));
        }
        return new FieldSelector(terms);
    }

    private static List<String> split(String text) {
        List<String> parts = new ArrayList<>();
        StringBuilder part = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\' && i + 1 < text.length()) {
                part.append(c).append(text.charAt(++i));
            } else if (c == ',') {
                parts.add(part.toString());
                part.setLength(0);
            } else {
                part.append(c);
            }
        }
        parts.add(part.toString());
        return parts;
    }

    private static int operator(String part) {
        for (int i = 0; i < part.length(); i++) {
            char c = part.charAt(i);
            if (c == '\\') {
                i++;
            } else if (c == '=' || part.startsWith("!=", i)) {
                return i;
            }
        }
        return -1;
    }

    private static String unescape(String value) {
        StringBuilder unescaped = new StringBuilder();
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            unescaped.append(c == '\\' && i + 1 < value.length() ? value.charAt(++i) : c);
        }
        return unescaped.toString();
    }
}
