package dev.turnstile.model.kueue;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Whether a way to be admitted is closed. */
public enum AdmissionConstraint {
    /** It is. */
    @JsonProperty("Never")
    NEVER
}
