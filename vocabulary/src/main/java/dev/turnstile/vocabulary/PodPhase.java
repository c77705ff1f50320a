package dev.turnstile.vocabulary;

/** The phases of a pod of Kubernetes that decide something here. */
public enum PodPhase implements Word {
    /** A container was not started yet; the phase of a pod without one. */
    PENDING("Pending"),

    /** A container runs. */
    RUNNING("Running"),

    /** All containers have ended well. */
    SUCCEEDED("Succeeded"),

    /** All containers have ended, one of them badly. */
    FAILED("Failed");

    private final String text;

    PodPhase(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }
}
