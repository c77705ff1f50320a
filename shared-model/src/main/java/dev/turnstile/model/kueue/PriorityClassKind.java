package dev.turnstile.model.kueue;

import com.fasterxml.jackson.annotation.JsonProperty;

/** The kinds of priority class. */
public enum PriorityClassKind {
    /** Ours, which has no bearing on pods. */
    @JsonProperty("WorkloadPriorityClass")
    WORKLOAD_PRIORITY_CLASS,
    /** That of pods. */
    @JsonProperty("PriorityClass")
    PRIORITY_CLASS
}
