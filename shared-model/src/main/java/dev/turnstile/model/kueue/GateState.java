package dev.turnstile.model.kueue;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Whether a preemption gate lets its Workload preempt. */
public enum GateState {
    /** It does not. */
    @JsonProperty("Closed")
    CLOSED,
    /** It does. */
    @JsonProperty("Open")
    OPEN
}
