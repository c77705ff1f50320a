package dev.turnstile.vocabulary;

/** Reasons of {@code QuotaReserved=True}. Those of {@code False} are {@link WaitingReason}. */
public enum QuotaReservedReason implements Word {
    /** Also of {@code Evicted=False}, {@code Preempted=False} and {@code PreemptionBlocked=False}, which it ends. */
    QUOTA_RESERVED("QuotaReserved");

    private final String text;

    QuotaReservedReason(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }
}
