package dev.turnstile.model.kueue;

import com.fasterxml.jackson.annotation.JsonProperty;

/** The API groups that have a kind of priority class. */
public enum PriorityClassGroup {
    /** Ours. */
    @JsonProperty("kueue.x-k8s.io")
    KUEUE,
    /** That of pods. */
    @JsonProperty("scheduling.k8s.io")
    SCHEDULING
}
