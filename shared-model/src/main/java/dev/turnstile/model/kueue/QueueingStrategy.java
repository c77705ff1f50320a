package dev.turnstile.model.kueue;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What happens to the others when the head of a ClusterQueue does not fit. */
public enum QueueingStrategy {
    /** They wait behind it. */
    @JsonProperty("StrictFIFO")
    STRICT_FIFO,
    /** They may pass it. */
    @JsonProperty("BestEffortFIFO")
    BEST_EFFORT_FIFO
}
