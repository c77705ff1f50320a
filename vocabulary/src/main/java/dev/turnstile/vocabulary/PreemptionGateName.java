package dev.turnstile.vocabulary;

/** The preemption gates that are ours. */
public enum PreemptionGateName implements Word {
    /** On replicas, by manager-service at creation, which also opens it; others' gates belong to what set them. */
    MULTIKUEUE("kueue.x-k8s.io/multikueue");

    private final String text;

    PreemptionGateName(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }
}
