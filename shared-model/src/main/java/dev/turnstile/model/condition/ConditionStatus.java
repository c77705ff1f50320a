package dev.turnstile.model.condition;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Whether a condition holds. */
public enum ConditionStatus {
    /** It does. */
    @JsonProperty("True")
    TRUE,
    /** It does not. */
    @JsonProperty("False")
    FALSE,
    /** Nobody can tell. */
    @JsonProperty("Unknown")
    UNKNOWN;

    /** True or false. */
    public static ConditionStatus of(boolean holds) {
        return holds ? TRUE : FALSE;
    }
}
