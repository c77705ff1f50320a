package dev.turnstile.cel;

/** An expression that has no value for these variables, worded as Kubernetes words it: {@code no such key: x}. */
public final class CelFailureException extends Exception {
    private static final long serialVersionUID = 1L;

    CelFailureException(String message, Throwable cause) {
        super(message, cause);
    }
}
