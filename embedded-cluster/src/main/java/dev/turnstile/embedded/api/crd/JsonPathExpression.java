package dev.turnstile.embedded.api.crd;

import dev.turnstile.embedded.json.Json;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The JSON paths of printer columns and selectable fields: {@code .spec.replicas}, {@code .spec.items[0]},
 * {@code ['a.b']}, {@code [*]} and the filter {@code [?(@.type=="Ready")]}.
 */
final class JsonPathExpression {
    private sealed interface Step {
        record Property(String name) implements Step {}

        record Index(int index) implements Step {}

        record All() implements Step {}

        record Matching(List<String> path, boolean equal, String value) implements Step {}
    }

    private final List<Step> steps;

    private JsonPathExpression(List<Step> steps) {
        this.steps = steps;
    }

    static JsonPathExpression parse(String text) {
        List<Step> steps = new ArrayList<>();
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '[') {
                int end = closing(text, at);
                steps.add(bracket(text.substring(at + 1, end).strip()));
                at = end + 1;
            } else {
                int begin = c == '.' ? at + 1 : at;
                StringBuilder name = new StringBuilder();
                int i = begin;
                while (i < text.length() && text.charAt(i) != '.' && text.charAt(i) != '[') {
                    if (text.charAt(i) == '\\' && i + 1 < text.length()) {
                        i++;
                    }
                    name.append(text.charAt(i++));
                }
                if (name.toString().equals("*")) {
                    steps.add(new Step.All());
                } else if (!name.isEmpty()) {
                    steps.add(new Step.Property(name.toString()));
                }
                at = Math.max(i, at + 1);
            }
        }
        return new JsonPathExpression(List.copyOf(steps));
    }

    private static int closing(String text, int open) {
        char quote = 0;
        int depth = 0;
        for (int i = open; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quote != 0) {
                quote = c == quote ? 0 : quote;
            } else if (c == '\'' || c == '"') {
                quote = c;
            } else if (c == '[') {
                depth++;
            } else if (c == ']' && --depth == 0) {
                return i;
            }
        }
        throw new IllegalArgumentException("JSON path " + text + ": the bracket at " + open + " is not closed");
    }

    private static Step bracket(String inner) {
        if (inner.equals("*")) {
            return new Step.All();
        }
        if (inner.startsWith("?(") && inner.endsWith(")")) {
            return filter(inner.substring(2, inner.length() - 1).strip());
        }
        if (inner.length() > 1 && (inner.startsWith("'") || inner.startsWith("\""))) {
            return new Step.Property(inner.substring(1, inner.length() - 1));
        }
        try {
            return new Step.Index(Integer.parseInt(inner));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "JSON path: [" + inner + "] is not supported; use an index, a quoted name, * or ?()", e);
        }
    }

    private static Step filter(String condition) {
        boolean equal = condition.contains("==");
        int operator = condition.indexOf(equal ? "==" : "!=");
        if (operator < 0) {
            throw new IllegalArgumentException("JSON path filter " + condition + ": only == and != are supported");
        }
        String left = condition.substring(0, operator).strip();
        String right = condition.substring(operator + 2).strip();
        List<String> path = new ArrayList<>();
        for (String part : left.substring(left.startsWith("@") ? 1 : 0).split("\\.", -1)) {
            if (!part.isEmpty()) {
                path.add(part);
            }
        }
        boolean quoted = right.length() > 1 && (right.startsWith("'") || right.startsWith("\""));
        return new Step.Matching(List.copyOf(path), equal, quoted ? right.substring(1, right.length() - 1) : right);
    }

    /** All values at the path. */
    List<JsonNode> find(JsonNode root) {
        List<JsonNode> current = List.of(root);
        for (Step step : steps) {
            List<JsonNode> next = new ArrayList<>();
            for (JsonNode node : current) {
                follow(step, node, next);
            }
            current = next;
        }
        return current;
    }

    private static void follow(Step step, JsonNode node, List<JsonNode> found) {
        switch (step) {
            case Step.Property property -> {
                JsonNode value = node instanceof ObjectNode ? node.get(property.name()) : null;
                if (value != null && !value.isNull()) {
                    found.add(value);
                }
            }
            case Step.Index index -> {
                if (node instanceof ArrayNode array) {
                    int at = index.index() < 0 ? array.size() + index.index() : index.index();
                    if (at >= 0 && at < array.size()) {
                        found.add(array.get(at));
                    }
                }
            }
            case Step.All all -> node.forEach(found::add);
            case Step.Matching filter -> {
                for (JsonNode element : node) {
                    String value = Json.text(element, filter.path().toArray(String[]::new));
                    if (value.equals(filter.value()) == filter.equal()) {
                        found.add(element);
                    }
                }
            }
        }
    }
}
