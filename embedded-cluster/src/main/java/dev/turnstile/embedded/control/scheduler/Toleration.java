package dev.turnstile.embedded.control.scheduler;

import tools.jackson.databind.JsonNode;

/** Lets a pod run on a node in spite of a taint. */
public record Toleration(String key, String operator, String value, String effect) {

    static Toleration of(JsonNode toleration) {
        return new Toleration(
                toleration.path("key").asString(""),
                toleration.path("operator").asString(""),
                toleration.path("value").asString(""),
                toleration.path("effect").asString(""));
    }

    boolean tolerates(Taint taint) {
        if (!effect.isEmpty() && !effect.equals(taint.effect())) {
            return false;
        }
        if (!key.isEmpty() && !key.equals(taint.key())) {
            return false;
        }
        return operator.equals("Exists") || (!key.isEmpty() && value.equals(taint.value()));
    }
}
