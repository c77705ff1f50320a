package dev.turnstile.embedded.api.aggregate;

import java.io.Serial;

/** An extension API server cannot be reached, with the reason that its condition gives. */
public final class UnreachableException extends Exception {
    @Serial
    private static final long serialVersionUID = 1L;

    private final String reason;

    UnreachableException(String reason, String message) {
        super(message);
        this.reason = reason;
    }

    /** In one word. */
    public String reason() {
        return reason;
    }
}
