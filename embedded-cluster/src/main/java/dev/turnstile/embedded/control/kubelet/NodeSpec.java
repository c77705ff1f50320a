package dev.turnstile.embedded.control.kubelet;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A node to be played.
 *
 * @param capacity quantities by resource; {@code pods} too
 * @param taint {@code key=value:effect}; null for none
 */
public record NodeSpec(
        String name,
        Map<String, String> labels,
        Map<String, String> capacity,
        @Nullable String taint) {

    public NodeSpec {
        labels = Map.copyOf(labels);
        capacity = Map.copyOf(capacity);
    }

    public static NodeSpec named(String name) {
        return new NodeSpec(
                name,
                Map.of(),
                Map.of("cpu", "64", "memory", "256Gi", "ephemeral-storage", "1Ti", "pods", "500"),
                null);
    }

    public NodeSpec labelled(String key, String value) {
        var more = new TreeMap<>(labels);
        more.put(key, value);
        return new NodeSpec(name, more, capacity, taint);
    }

    public NodeSpec with(String resource, String quantity) {
        var more = new TreeMap<>(capacity);
        more.put(resource, quantity);
        return new NodeSpec(name, labels, more, taint);
    }

    public NodeSpec tainted(String newTaint) {
        if (!newTaint.matches("[^=:]+(=[^:]*)?:(NoSchedule|PreferNoSchedule|NoExecute)")) {
            throw new IllegalArgumentException("taint " + newTaint + " is not of the form key=value:effect");
        }
        return new NodeSpec(name, labels, capacity, newTaint);
    }
}
