package dev.turnstile.vocabulary;

/** What the controller of an admission check reports of a Workload. */
public enum CheckState implements Word {
    /** Not yet. */
    PENDING("Pending"),

    /** As far as this check goes, it may run. */
    READY("Ready"),

    /** Not now: it releases its quota and is requeued. */
    RETRY("Retry"),

    /** Never: it is deactivated. */
    REJECTED("Rejected");

    private final String text;

    CheckState(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }
}
