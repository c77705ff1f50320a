package dev.turnstile.worker.webhook;

import dev.turnstile.vocabulary.Label;
import tools.jackson.databind.node.ObjectNode;

/** Which queue an object waits in. */
final class QueueNames {
    private static final String DEFAULT = "default";

    private QueueNames() {}

    /** The queue that it names, else the namespace's queue {@code default} where there is one, else empty. */
    static String of(ObjectNode object, String namespace, ClusterFacts facts) {
        String named = object.path("metadata")
                .path("labels")
                .path(Label.QUEUE_NAME.text())
                .asString("");
        if (!named.isEmpty()) {
            return named;
        }
        return facts.hasQueue(namespace, DEFAULT) ? DEFAULT : "";
    }
}
