package dev.turnstile.model.kueue;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Which workloads of other queues in the cohort may be preempted to get the own quota back. */
public enum ReclaimWithinCohort {
    /** None. */
    @JsonProperty("Never")
    NEVER,
    /** Those of strictly lower priority. */
    @JsonProperty("LowerPriority")
    LOWER_PRIORITY,
    /** All. */
    @JsonProperty("Any")
    ANY
}
