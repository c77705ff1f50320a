package dev.turnstile.embedded.admission;

import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** A denied request, with the Status object of the response. */
public final class AdmissionDeniedException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int code;
    private final transient ObjectNode status;
    private final transient List<String> warnings;

    AdmissionDeniedException(int code, ObjectNode status, List<String> warnings) {
        super(status.path("message").asString(""));
        this.code = code;
        this.status = status;
        this.warnings = List.copyOf(warnings);
    }

    public int code() {
        return code;
    }

    public ObjectNode status() {
        return status;
    }

    public List<String> warnings() {
        return warnings;
    }
}
