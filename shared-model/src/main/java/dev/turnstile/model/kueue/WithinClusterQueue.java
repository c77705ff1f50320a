package dev.turnstile.model.kueue;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Which workloads of the same queue may be preempted. */
public enum WithinClusterQueue {
    /** None. */
    @JsonProperty("Never")
    NEVER,
    /** Those of strictly lower priority. */
    @JsonProperty("LowerPriority")
    LOWER_PRIORITY,
    /** Those, and the ones of equal priority that came later. */
    @JsonProperty("LowerOrNewerEqualPriority")
    LOWER_OR_NEWER_EQUAL_PRIORITY
}
