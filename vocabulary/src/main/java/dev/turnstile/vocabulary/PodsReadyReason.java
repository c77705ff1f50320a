package dev.turnstile.vocabulary;

/** Reasons of {@code PodsReady}, set by the integrations. */
public enum PodsReadyReason implements Word {
    /** False: the pods are starting. */
    WAIT_FOR_START("WaitForStart"),

    /** False: a pod that was ready is not any more. */
    WAIT_FOR_RECOVERY("WaitForRecovery"),

    /** True: all are ready for the first time. */
    STARTED("Started"),

    /** True: all are ready again. */
    RECOVERED("Recovered");

    private final String text;

    PodsReadyReason(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }
}
