package dev.turnstile.model.kueue;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Which workloads of other queues may be preempted while the preemptor borrows. */
public enum BorrowWithinCohortPolicy {
    /** None. */
    @JsonProperty("Never")
    NEVER,
    /** Those of strictly lower priority. */
    @JsonProperty("LowerPriority")
    LOWER_PRIORITY
}
