package dev.turnstile.model.config;

/** A rule that a preemption under fair sharing must satisfy. */
public enum PreemptionStrategy implements Choice {
    LESS_THAN_OR_EQUAL_TO_FINAL_SHARE("LessThanOrEqualToFinalShare"),
    LESS_THAN_INITIAL_SHARE("LessThanInitialShare");

    private final String text;

    PreemptionStrategy(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }
}
