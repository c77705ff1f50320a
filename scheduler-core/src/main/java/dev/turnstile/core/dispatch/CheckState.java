package dev.turnstile.core.dispatch;

/** State of the MultiKueue admission check of the local workload. */
public enum CheckState {
    PENDING("Pending"),
    READY("Ready"),
    RETRY("Retry"),
    REJECTED("Rejected");

    private final String text;

    CheckState(String text) {
        this.text = text;
    }

    /** The value as the API spells it. */
    public String text() {
        return text;
    }
}
