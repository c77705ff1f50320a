package dev.turnstile.model.kueue;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What the controller of a check says of a Workload. */
public enum CheckState {
    /** Not yet. */
    @JsonProperty("Pending")
    PENDING,
    /** As far as this check goes, it may run. */
    @JsonProperty("Ready")
    READY,
    /** Not now: give the quota back and come again. */
    @JsonProperty("Retry")
    RETRY,
    /** Never: the Workload is deactivated. */
    @JsonProperty("Rejected")
    REJECTED
}
