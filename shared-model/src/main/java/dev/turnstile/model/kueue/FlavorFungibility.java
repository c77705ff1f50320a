package dev.turnstile.model.kueue;

import dev.turnstile.model.meta.Absent;
import org.jspecify.annotations.Nullable;

/**
 * When the search for a flavor stops.
 *
 * @param whenCanBorrow at a flavor that fits by borrowing
 * @param whenCanPreempt at a flavor that fits by preempting
 * @param preference which of the two is better, where both go on
 */
public record FlavorFungibility(
        FlavorFungibilityPolicy whenCanBorrow,
        FlavorFungibilityPolicy whenCanPreempt,
        @Nullable FlavorFungibilityPreference preference) {
    /** Borrow at once, preempt only where no flavor fits. */
    public static final FlavorFungibility DEFAULT = new FlavorFungibility(
            FlavorFungibilityPolicy.MAY_STOP_SEARCH, FlavorFungibilityPolicy.TRY_NEXT_FLAVOR, null);

    /** Fills in what the JSON left out. */
    public FlavorFungibility {
        whenCanBorrow = Absent.orElse(whenCanBorrow, FlavorFungibilityPolicy.MAY_STOP_SEARCH);
        whenCanPreempt = Absent.orElse(whenCanPreempt, FlavorFungibilityPolicy.TRY_NEXT_FLAVOR);
    }
}
