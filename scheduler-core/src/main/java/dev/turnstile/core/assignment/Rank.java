package dev.turnstile.core.assignment;

import dev.turnstile.core.hierarchy.FlavorFungibility;
import dev.turnstile.core.hierarchy.FlavorFungibility.Preference;
import dev.turnstile.core.hierarchy.FlavorFungibility.WhenUsable;

/** How good a flavor is: its mode and how far away its quota has to be borrowed. */
record Rank(FlavorMode mode, int borrowing) {
    static final Rank WORST = new Rank(FlavorMode.NO_FIT, Integer.MAX_VALUE);
    static final Rank BEST = new Rank(FlavorMode.FIT, 0);

    boolean betterThan(Rank other, Preference preference) {
        if (mode == FlavorMode.NO_FIT) {
            return false;
        }
        if (other.mode == FlavorMode.NO_FIT) {
            return true;
        }
        boolean hopeless = mode == FlavorMode.NO_CANDIDATES;
        if (hopeless != (other.mode == FlavorMode.NO_CANDIDATES)) {
            return !hopeless;
        }
        boolean nearer = borrowing < other.borrowing;
        boolean better = mode.compareTo(other.mode) > 0;
        return switch (preference) {
            case BORROWING_OVER_PREEMPTION -> mode == other.mode ? nearer : better;
            case PREEMPTION_OVER_BORROWING -> borrowing == other.borrowing ? better : nearer;
        };
    }

    /** Whether the search goes on although this flavor was found. */
    boolean leavesSearchOpen(FlavorFungibility fungibility) {
        return mode == FlavorMode.NO_FIT
                || mode == FlavorMode.NO_CANDIDATES
                || (mode.hasVictims() && fungibility.whenCanPreempt() == WhenUsable.TRY_NEXT_FLAVOR)
                || (borrowing > 0 && fungibility.whenCanBorrow() == WhenUsable.TRY_NEXT_FLAVOR);
    }
}
