package dev.turnstile.model.kueue;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Which price is lower, where the search for a flavor goes on past both. */
public enum FlavorFungibilityPreference {
    /** Rather borrow than preempt. */
    @JsonProperty("BorrowingOverPreemption")
    BORROWING_OVER_PREEMPTION,
    /** Rather preempt than borrow. */
    @JsonProperty("PreemptionOverBorrowing")
    PREEMPTION_OVER_BORROWING
}
