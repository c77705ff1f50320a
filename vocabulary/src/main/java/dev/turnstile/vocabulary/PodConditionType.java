package dev.turnstile.vocabulary;

/** The condition types of a pod of Kubernetes that decide something here. */
public enum PodConditionType implements Word {
    /** It serves. */
    READY("Ready"),

    /** Its containers serve; with a reason where they have ended. */
    CONTAINERS_READY("ContainersReady"),

    /** It has a node. */
    POD_SCHEDULED("PodScheduled");

    private final String text;

    PodConditionType(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }
}
