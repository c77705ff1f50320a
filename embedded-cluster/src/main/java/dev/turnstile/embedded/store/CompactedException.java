package dev.turnstile.embedded.store;

/** The requested history is no longer kept. */
public final class CompactedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final long asked;
    private final long oldest;

    public CompactedException(long asked, long oldest) {
        super(
                "resource version " + asked + " is older than " + oldest + ", the oldest kept: list again",
                null,
                false,
                false);
        this.asked = asked;
        this.oldest = oldest;
    }

    public long asked() {
        return asked;
    }

    public long oldest() {
        return oldest;
    }
}
