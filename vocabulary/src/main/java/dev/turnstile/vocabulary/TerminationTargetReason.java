package dev.turnstile.vocabulary;

/** Reasons of {@code TerminationTarget} of a pod, set by the Pod integration. */
public enum TerminationTargetReason implements Word {
    /** Its Workload is not admitted. */
    NOT_ADMITTED("NotAdmitted"),

    /** Its Workload is being deleted. */
    WORKLOAD_DELETED("WorkloadDeleted");

    private static final String WORKLOAD_EVICTED_DUE_TO = "WorkloadEvictedDueTo";

    private final String text;

    TerminationTargetReason(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }

    /** Its Workload was evicted, from the reason of that. */
    public static String evicted(String evictionReason) {
        return WORKLOAD_EVICTED_DUE_TO + evictionReason;
    }
}
