package dev.turnstile.cel;

/** An expression that does not compile; the message is worded and pointed as Kubernetes prints it. */
public final class CelCompileException extends Exception {
    private static final long serialVersionUID = 1L;

    CelCompileException(String message) {
        super(message);
    }
}
