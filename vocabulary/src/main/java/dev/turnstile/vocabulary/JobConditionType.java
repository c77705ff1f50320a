package dev.turnstile.vocabulary;

/** The condition types of a Job of Kubernetes that decide something here. */
public enum JobConditionType implements Word {
    /** It succeeded. */
    COMPLETE("Complete"),

    FAILED("Failed"),

    /** It is about to be {@link #COMPLETE}. */
    SUCCESS_CRITERIA_MET("SuccessCriteriaMet"),

    /** It is about to be {@link #FAILED}. */
    FAILURE_TARGET("FailureTarget"),

    /** Its controller has stopped its pods. */
    SUSPENDED("Suspended");

    private final String text;

    JobConditionType(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }
}
