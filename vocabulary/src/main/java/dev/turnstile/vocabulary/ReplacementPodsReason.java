package dev.turnstile.vocabulary;

/** Reasons of {@code WaitingForReplacementPods}, set by the Pod integration. */
public enum ReplacementPodsReason implements Word {
    /** True: pods of the group failed. */
    PODS_FAILED("PodsFailed"),

    /** False: the group is complete. */
    PODS_READY("PodsReady");

    private final String text;

    ReplacementPodsReason(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }
}
