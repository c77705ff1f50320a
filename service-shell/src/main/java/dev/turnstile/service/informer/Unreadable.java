package dev.turnstile.service.informer;

import tools.jackson.databind.node.ObjectNode;

/** An object that the API holds and that this service cannot read; it counts as it was read last, or not at all. */
public record Unreadable(ApiResource resource, ObjectKey key, String uid, String problem) {
    static Unreadable of(ApiResource resource, ObjectKey key, ObjectNode object, RuntimeException cause) {
        // What cannot be parsed may be quoted in the exception, and nothing of a Secret is logged.
        String problem = resource.kind().equals("Secret")
                ? cause.getClass().getSimpleName()
                : String.valueOf(cause.getMessage());
        return new Unreadable(
                resource,
                key,
                object.path("metadata").path("uid").asString(""),
                problem.lines().findFirst().orElse(""));
    }

    @Override
    public String toString() {
        return resource + " " + key + " cannot be read: " + problem;
    }
}
