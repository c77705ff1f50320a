package dev.turnstile.model.meta;

/** The pod scheduling gates that are ours (KEP-3521). */
public final class SchedulingGates {
    /** On queued pods, by worker-service's webhook at creation; only worker-service removes it, on admission. */
    public static final String ADMISSION = "kueue.x-k8s.io/admission";

    private SchedulingGates() {}
}
