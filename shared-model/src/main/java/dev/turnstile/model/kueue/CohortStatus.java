package dev.turnstile.model.kueue;

import org.jspecify.annotations.Nullable;

/**
 * What worker-service reports of a Cohort.
 *
 * @param fairSharing its share, where fair sharing is on
 */
public record CohortStatus(@Nullable FairSharingStatus fairSharing) {
    /** Nothing reported yet. */
    public static final CohortStatus EMPTY = new CohortStatus(null);
}
