package dev.turnstile.core.fairsharing;

/** When a borrowing preemptor may take from another: by what the shares are before and after. */
public enum PreemptionStrategy {
    /** The preemptor's share does not exceed what the target keeps. */
    LESS_THAN_OR_EQUAL_TO_FINAL_SHARE {
        @Override
        public boolean allows(
                DominantResourceShare preemptorAfter,
                DominantResourceShare targetBefore,
                DominantResourceShare targetAfter) {
            return preemptorAfter.compareTo(targetAfter) <= 0;
        }
    },
    /** The preemptor's share stays below what the target has now. */
    LESS_THAN_INITIAL_SHARE {
        @Override
        public boolean allows(
                DominantResourceShare preemptorAfter,
                DominantResourceShare targetBefore,
                DominantResourceShare targetAfter) {
            return preemptorAfter.compareTo(targetBefore) < 0;
        }
    };

    public abstract boolean allows(
            DominantResourceShare preemptorAfter,
            DominantResourceShare targetBefore,
            DominantResourceShare targetAfter);
}
