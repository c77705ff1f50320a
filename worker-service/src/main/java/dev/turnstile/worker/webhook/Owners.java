package dev.turnstile.worker.webhook;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Whose an object is. */
final class Owners {
    private Owners() {}

    /** Whether its controller is of a kind that we manage: then it waits and runs with that one. */
    static boolean manage(ObjectNode object, ClusterFacts facts) {
        for (JsonNode owner : object.path("metadata").path("ownerReferences")) {
            if (owner.path("controller").asBoolean(false)
                    && facts.managesKind(
                            owner.path("apiVersion").asString(""),
                            owner.path("kind").asString(""))) {
                return true;
            }
        }
        return false;
    }
}
