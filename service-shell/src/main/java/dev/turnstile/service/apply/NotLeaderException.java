package dev.turnstile.service.apply;

/** This instance does not lead, so it writes nothing. */
public final class NotLeaderException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** That request was not sent. */
    public NotLeaderException(String request) {
        super(request + " was not sent: another instance holds the lease");
    }
}
