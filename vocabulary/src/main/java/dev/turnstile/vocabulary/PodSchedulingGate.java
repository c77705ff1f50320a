package dev.turnstile.vocabulary;

/** The pod scheduling gates of Kueue (KEP-3521). */
public enum PodSchedulingGate implements Word {
    /** On queued pods, by worker-service's webhook at creation; only worker-service removes it, on admission. */
    ADMISSION("kueue.x-k8s.io/admission"),

    /** On pods that upstream places by topology, by their user. */
    TOPOLOGY("kueue.x-k8s.io/topology");

    private final String text;

    PodSchedulingGate(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }
}
