package dev.turnstile.service.apply;

/**
 * This instance may not write now: it does not hold the lease, or has to read everything again first. Both are logged
 * where they begin, once.
 */
public final class NotLeaderException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** That request was not sent. */
    public NotLeaderException(String request) {
        super(request + " was not sent: this instance does not hold the lease, or has not read everything again yet");
    }
}
