package dev.turnstile.worker.webhook;

import tools.jackson.databind.node.ObjectNode;

/**
 * What the API server asks about.
 *
 * @param uid of the question; the answer repeats it
 * @param namespace of the object, or the empty string; new objects may not say it themselves yet
 * @param object as it would be stored
 */
record AdmissionRequest(String uid, Operation operation, String kind, String namespace, ObjectNode object) {
    /** What is to be done with the object. */
    enum Operation {
        CREATE,
        UPDATE
    }
}
