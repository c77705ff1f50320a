package dev.turnstile.embedded.control.scheduler;

import tools.jackson.databind.JsonNode;

/** Keeps pods off a node that do not tolerate it. */
public record Taint(String key, String value, String effect) {

    static Taint of(JsonNode taint) {
        return new Taint(
                taint.path("key").asString(""),
                taint.path("value").asString(""),
                taint.path("effect").asString(""));
    }

    boolean repels() {
        return effect.equals("NoSchedule") || effect.equals("NoExecute");
    }
}
