package dev.turnstile.model.kueue;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Whether a queue admits workloads, and what becomes of those that run. */
public enum StopPolicy {
    /** It admits. */
    @JsonProperty("None")
    NONE,
    /** It admits nothing more; what runs goes on. */
    @JsonProperty("Hold")
    HOLD,
    /** It admits nothing more; what runs or holds quota is evicted. */
    @JsonProperty("HoldAndDrain")
    HOLD_AND_DRAIN
}
