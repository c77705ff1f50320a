package dev.turnstile.core.workload;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** One requirement on a label, with the operators of Kubernetes' node affinity. */
public record NodeSelectorRequirement(String key, Operator operator, List<String> values) {

    public enum Operator {
        IN,
        NOT_IN,
        EXISTS,
        DOES_NOT_EXIST,
        GREATER_THAN,
        LESS_THAN
    }

    public NodeSelectorRequirement {
        values = List.copyOf(values);
    }

    public boolean matches(Map<String, String> labels) {
        String value = labels.get(key);
        return switch (operator) {
            case IN -> value != null && values.contains(value);
            case NOT_IN -> value == null || !values.contains(value);
            case EXISTS -> value != null;
            case DOES_NOT_EXIST -> value == null;
            case GREATER_THAN -> compares(value, 1);
            case LESS_THAN -> compares(value, -1);
        };
    }

    private boolean compares(@Nullable String value, int sign) {
        if (value == null || values.size() != 1) {
            return false;
        }
        OptionalLong label = number(value);
        OptionalLong bound = number(values.getFirst());
        return label.isPresent() && bound.isPresent() && Long.compare(label.getAsLong(), bound.getAsLong()) == sign;
    }

    private static OptionalLong number(String text) {
        boolean digits = !text.isEmpty() && text.length() <= 18;
        for (int i = 0; i < text.length() && digits; i++) {
            char character = text.charAt(i);
            digits = (character >= '0' && character <= '9') || (i == 0 && character == '-' && text.length() > 1);
        }
        return digits ? OptionalLong.of(Long.parseLong(text)) : OptionalLong.empty();
    }
}
