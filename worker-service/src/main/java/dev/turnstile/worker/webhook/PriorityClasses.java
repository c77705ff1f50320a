package dev.turnstile.worker.webhook;

import dev.turnstile.vocabulary.Label;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Which priority class an object has. */
final class PriorityClasses {
    private static final String DEFAULT = "default";

    private PriorityClasses() {}

    /** Has an object that names no class, nor one for its pods, name the class {@code default} where there is one. */
    static void choose(JsonPatch patch, JsonNode object, JsonNode podSpec, ClusterFacts facts) {
        boolean chosen = object.path("metadata").path("labels").has(Label.PRIORITY_CLASS.text())
                || !podSpec.path("priorityClassName").asString("").isEmpty();
        if (!chosen && facts.hasPriorityClass(DEFAULT)) {
            patch.set(List.of("metadata", "labels", Label.PRIORITY_CLASS.text()), DEFAULT);
        }
    }
}
