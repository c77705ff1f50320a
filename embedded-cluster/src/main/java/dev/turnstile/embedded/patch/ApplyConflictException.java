package dev.turnstile.embedded.patch;

import java.util.List;

/** Fields that other managers own, with other values; the response is 409 Conflict. */
public final class ApplyConflictException extends Exception {
    private static final long serialVersionUID = 1L;

    /**
     * @param message the cause's message: {@code conflict with "kubectl" using apps/v1}
     * @param field as in {@code .spec.replicas}
     */
    public record Conflict(String message, String field) {}

    private final transient List<Conflict> conflicts;

    ApplyConflictException(String message, List<Conflict> conflicts) {
        super(message);
        this.conflicts = List.copyOf(conflicts);
    }

    /** The Status' causes, each with reason {@code FieldManagerConflict}. */
    public List<Conflict> conflicts() {
        return conflicts;
    }
}
