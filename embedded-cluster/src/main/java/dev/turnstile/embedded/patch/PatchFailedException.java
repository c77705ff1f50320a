package dev.turnstile.embedded.patch;

/** A patch that cannot be applied. */
public final class PatchFailedException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int code;

    /**
     * @param code the HTTP status that Kubernetes answers: 400 for a malformed patch, 422 for one that does not fit the
     *     object
     */
    public PatchFailedException(int code, String message) {
        super(message);
        this.code = code;
    }

    public int code() {
        return code;
    }
}
