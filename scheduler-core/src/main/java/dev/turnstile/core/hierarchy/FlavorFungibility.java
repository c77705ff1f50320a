package dev.turnstile.core.hierarchy;

/** When to go on to the next flavor, and what to prefer among those that were tried. */
public record FlavorFungibility(WhenUsable whenCanBorrow, WhenUsable whenCanPreempt, Preference preference) {
    public static final FlavorFungibility DEFAULT = new FlavorFungibility(
            WhenUsable.MAY_STOP_SEARCH, WhenUsable.TRY_NEXT_FLAVOR, Preference.BORROWING_OVER_PREEMPTION);

    /** What a flavor that needs borrowing or preemption does to the search. */
    public enum WhenUsable {
        MAY_STOP_SEARCH,
        TRY_NEXT_FLAVOR
    }

    /** Which of borrowing and preemption is the lesser evil. */
    public enum Preference {
        BORROWING_OVER_PREEMPTION,
        PREEMPTION_OVER_BORROWING
    }
}
