package dev.turnstile.model.kueue;

import dev.turnstile.model.meta.Absent;
import dev.turnstile.model.quantity.Quantity;

/**
 * The claim of a queue or cohort under fair sharing.
 *
 * @param weight its share is divided by this; 0: whatever it borrows is too much
 */
public record FairSharing(Quantity weight) {
    private static final Quantity DEFAULT_WEIGHT = Quantity.of(1);

    /** Fills in what the JSON left out. */
    public FairSharing {
        weight = Absent.orElse(weight, DEFAULT_WEIGHT);
    }
}
