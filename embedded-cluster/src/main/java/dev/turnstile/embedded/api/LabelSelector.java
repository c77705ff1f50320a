package dev.turnstile.embedded.api;

import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.schema.FieldError;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A set of requirements on labels, all of which must hold. */
public record LabelSelector(List<Requirement> requirements) {
    public static final LabelSelector EVERYTHING = new LabelSelector(List.of());

    private static final Pattern SET =
            Pattern.compile("\\s*([^\\s!=,()<>]+)\\s+(in|notin)\\s*\\(([^()]*)\\)\\s*(?:,|$)");
    private static final Pattern EQUALITY =
            Pattern.compile("\\s*([^\\s!=,()<>]+)\\s*(==|!=|=)\\s*([^\\s!=,()<>]*)\\s*(?:,|$)");
    private static final Pattern COMPARISON =
            Pattern.compile("\\s*([^\\s!=,()<>]+)\\s*([<>])\\s*([^\\s!=,()<>]*)\\s*(?:,|$)");
    private static final Pattern EXISTENCE = Pattern.compile("\\s*(!?)\\s*([^\\s!=,()<>]+)\\s*(?:,|$)");

    /** The requirement on one label. */
    public record Requirement(String key, Operator operator, Set<String> values) {
        boolean matches(Map<String, String> labels) {
            String value = labels.get(key);
            return switch (operator) {
                case IN -> value != null && values.contains(value);
                case NOT_IN -> value == null || !values.contains(value);
                case EXISTS -> value != null;
                case DOES_NOT_EXIST -> value == null;
                case GREATER -> value != null && isNumber(value) && Long.parseLong(value) > bound();
                case LESS -> value != null && isNumber(value) && Long.parseLong(value) < bound();
            };
        }

        private long bound() {
            return Long.parseLong(values.iterator().next());
        }

        private static boolean isNumber(String value) {
            return value.matches("-?[0-9]{1,18}");
        }
    }

    public enum Operator {
        IN,
        NOT_IN,
        EXISTS,
        DOES_NOT_EXIST,
        GREATER,
        LESS
    }

    public LabelSelector {
        requirements = List.copyOf(requirements);
    }

    public boolean everything() {
        return requirements.isEmpty();
    }

    public boolean matches(Map<String, String> labels) {
        for (Requirement requirement : requirements) {
            if (!requirement.matches(labels)) {
                return false;
            }
        }
        return true;
    }

    /** Reads the query form: {@code a=b,c!=d,e in (f,g),!h}. */
    public static LabelSelector parse(String text) {
        if (text.isBlank()) {
            return EVERYTHING;
        }
        List<Requirement> requirements = new ArrayList<>();
        int position = 0;
        while (position < text.length()) {
            Matcher matcher;
            if ((matcher = at(SET, text, position)) != null) {
                Operator operator = matcher.group(2).equals("in") ? Operator.IN : Operator.NOT_IN;
                requirements.add(new Requirement(
                        matcher.group(1),
                        operator,
                        new TreeSet<>(Arrays.stream(matcher.group(3).split(",", -1))
                                .map(String::strip)
                                .toList())));
            } else if ((matcher = at(EQUALITY, text, position)) != null) {
                Operator operator = matcher.group(2).equals("!=") ? Operator.NOT_IN : Operator.IN;
                requirements.add(new Requirement(matcher.group(1), operator, Set.of(matcher.group(3))));
            } else if ((matcher = at(COMPARISON, text, position)) != null) {
                Operator operator = matcher.group(2).equals(">") ? Operator.GREATER : Operator.LESS;
                requirements.add(new Requirement(matcher.group(1), operator, Set.of(matcher.group(3))));
            } else if ((matcher = at(EXISTENCE, text, position)) != null) {
                Operator operator = matcher.group(1).isEmpty() ? Operator.EXISTS : Operator.DOES_NOT_EXIST;
                requirements.add(new Requirement(matcher.group(2), operator, Set.of()));
            } else {
                throw ApiException.badRequest(
                        "unable to parse requirement: found " + ApiException.quote(text.substring(position))
                                + ", expected: a label selector such as key=value, key in (a,b) or !key");
            }
            position = matcher.end();
        }
        requirements.forEach(LabelSelector::check);
        return new LabelSelector(requirements);
    }

    /**
     * Labels have names and values of a certain form; a selector with others is invalid, and does not merely match
     * nothing.
     */
    private static void check(Requirement requirement) {
        List<FieldError> errors = new ArrayList<>(MetadataRules.validateQualifiedName("<nil>", requirement.key()));
        int index = 0;
        for (String value : requirement.values()) {
            String place = "values[" + index++ + "]";
            boolean compared = requirement.operator() == Operator.GREATER || requirement.operator() == Operator.LESS;
            if (compared && !value.matches("[-+]?[0-9]{1,18}")) {
                errors.add(FieldError.invalid(place, value, "for 'Gt', 'Lt' operators, the value must be an integer"));
            }
            errors.addAll(MetadataRules.validateLabelValue(place + "[" + requirement.key() + "]", value));
        }
        if (!errors.isEmpty()) {
            throw ApiException.badRequest(
                    "unable to parse requirement: " + errors.getFirst().message());
        }
    }

    private static @org.jspecify.annotations.Nullable Matcher at(Pattern pattern, String text, int position) {
        Matcher matcher = pattern.matcher(text).region(position, text.length());
        return matcher.lookingAt() ? matcher : null;
    }

    /** Reads the object form, {@code matchLabels} and {@code matchExpressions}. */
    public static LabelSelector of(JsonNode selector) {
        List<Requirement> requirements = new ArrayList<>();
        if (selector.get("matchLabels") instanceof ObjectNode labels) {
            labels.properties()
                    .forEach(label -> requirements.add(
                            new Requirement(label.getKey(), Operator.IN, Set.of(Json.text(label.getValue())))));
        }
        for (JsonNode expression : Json.items(selector, "matchExpressions")) {
            Operator operator = switch (Json.text(expression, "operator")) {
                case "In" -> Operator.IN;
                case "NotIn" -> Operator.NOT_IN;
                case "Exists" -> Operator.EXISTS;
                case "DoesNotExist" -> Operator.DOES_NOT_EXIST;
                default ->
                    throw ApiException.badRequest(ApiException.quote(Json.text(expression, "operator"))
                            + " is not a valid label selector operator");
            };
            requirements.add(new Requirement(
                    Json.text(expression, "key"), operator, new TreeSet<>(Json.texts(expression, "values"))));
        }
        return new LabelSelector(requirements);
    }
}
