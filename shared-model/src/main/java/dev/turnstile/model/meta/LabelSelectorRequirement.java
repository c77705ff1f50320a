package dev.turnstile.model.meta;

import java.util.List;
import java.util.Map;

/**
 * One requirement of a {@link LabelSelector}.
 *
 * @param key the label
 * @param operator {@code In}, {@code NotIn}, {@code Exists} or {@code DoesNotExist}; another one fulfils nothing, and
 *     the webhook of ClusterQueues refuses it
 * @param values what {@code In} and {@code NotIn} compare with
 */
public record LabelSelectorRequirement(String key, String operator, List<String> values) {
    /** Fills in what the JSON left out. */
    public LabelSelectorRequirement {
        values = Absent.list(values);
    }

    /** Whether these labels fulfil the requirement. */
    public boolean matches(Map<String, String> labels) {
        String value = labels.get(key);
        return switch (operator) {
            case "In" -> value != null && values.contains(value);
            case "NotIn" -> value == null || !values.contains(value);
            case "Exists" -> value != null;
            case "DoesNotExist" -> value == null;
            default -> false;
        };
    }
}
