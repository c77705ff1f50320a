package dev.turnstile.vocabulary;

/** Reasons that Kubernetes' own controllers write, and manager-service where they leave an object to it. */
public enum KubernetesReason implements Word {
    /** {@code Suspended=True} of a Job. */
    JOB_SUSPENDED("JobSuspended"),

    /** {@code PodScheduled=False} of a pod behind a scheduling gate. */
    SCHEDULING_GATED("SchedulingGated");

    private final String text;

    KubernetesReason(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }
}
