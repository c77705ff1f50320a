package dev.turnstile.embedded.api;

import java.time.Instant;
import java.util.function.BiFunction;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One column of {@code kubectl get}.
 *
 * @param priority 0 is always shown, more only with {@code -o wide}
 * @param cell the value shown, from the object and the time
 */
public record TableColumn(
        String name,
        String type,
        String format,
        String description,
        int priority,
        BiFunction<ObjectNode, Instant, JsonNode> cell) {}
