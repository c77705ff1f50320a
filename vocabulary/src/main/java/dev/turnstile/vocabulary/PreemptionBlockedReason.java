package dev.turnstile.vocabulary;

/** Reasons of {@code PreemptionBlocked}, set by worker-service. */
public enum PreemptionBlockedReason implements Word {
    /** True: a gate is closed. */
    PREEMPTION_GATED("PreemptionGated"),

    /** False: it was evicted. */
    EVICTED("Evicted"),

    /** False: a later evaluation met no closed gate. */
    NOT_GATED("NotGated");

    private final String text;

    PreemptionBlockedReason(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }
}
