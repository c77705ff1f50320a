package dev.turnstile.model.kueue;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Whether the search for a flavor stops at one that would do at a price. */
public enum FlavorFungibilityPolicy {
    /** It stops. */
    @JsonProperty("MayStopSearch")
    MAY_STOP_SEARCH,
    /** It goes on, and comes back if nothing better is found. */
    @JsonProperty("TryNextFlavor")
    TRY_NEXT_FLAVOR
}
