package dev.turnstile.core.lifecycle;

/** One admission check of the workload. */
public record Check(String name, State state, String message, int retryCount) {

    /** State of a check. */
    public enum State {
        PENDING("Pending"),
        READY("Ready"),
        RETRY("Retry"),
        REJECTED("Rejected");

        private final String text;

        State(String text) {
            this.text = text;
        }

        /** The value as the API spells it. */
        public String text() {
            return text;
        }
    }

    /**
     * As it is when its workload loses its reservation; what is pending already stays as it is, but for a new start.
     */
    Check reset(boolean anew) {
        if (state == State.PENDING) {
            return anew ? new Check(name, state, message, 0) : this;
        }
        int retries = anew ? 0 : state == State.RETRY ? retryCount + 1 : retryCount;
        return new Check(name, State.PENDING, "Reset to Pending after eviction. Previously: " + state.text(), retries);
    }
}
