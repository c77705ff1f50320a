package dev.turnstile.vocabulary;

/** Reasons of {@code Finished=True}. */
public enum FinishedReason implements Word {
    /** By the integration: the job did what it should. */
    SUCCEEDED("Succeeded"),

    /** By the integration: the job failed for good. */
    FAILED("Failed"),

    /** By the integration: the job could not be started, and never can. */
    FAILED_TO_START("FailedToStart"),

    /** By worker-service: the job that it belonged to is gone. */
    OWNER_NOT_FOUND("OwnerNotFound"),

    /** By worker-service of a worker cluster: its job is another one than its Workload. */
    OUT_OF_SYNC("OutOfSync");

    private final String text;

    FinishedReason(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }
}
