package dev.turnstile.embedded.schema.cel;

/** An expression that has no value for these variables, in the words that Kubernetes uses: {@code no such key: x}. */
public final class CelFailureException extends Exception {
    private static final long serialVersionUID = 1L;

    CelFailureException(String message, Throwable cause) {
        super(message, cause);
    }
}
