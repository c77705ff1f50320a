package dev.turnstile.core.assignment;

import dev.turnstile.core.workload.PodSet;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Finds the largest size at which a workload can be had, where fewer pods will do.
 *
 * <p>The steps lead from the full counts down to the minimum, one pod of all that can be spared at a time; every pod
 * set shrinks in proportion to what it can spare. A binary search over the steps takes for granted that what can be had
 * at one size can be had at every smaller one. Example: counts 4 and 2 with minimum 2 and 1 give three steps: (4,2),
 * (4,2) less a third of each, rounded down: (4,2), (3,2), (2,1).
 */
final class PodSetReducer {
    private final int[] full;
    private final int[] spare;
    private final int steps;

    PodSetReducer(List<PodSet> podSets) {
        full = podSets.stream().mapToInt(PodSet::count).toArray();
        spare = podSets.stream()
                .mapToInt(podSet -> podSet.count() - podSet.minimum())
                .toArray();
        int sum = 0;
        for (int pods : spare) {
            sum = (int) Math.min(Integer.MAX_VALUE - 1L, (long) sum + pods);
        }
        steps = sum;
    }

    <T> @Nullable T largest(Function<int[], @Nullable T> attempt) {
        if (steps == 0) {
            return null;
        }
        int low = 0;
        int high = steps + 1;
        int goodAt = -1;
        T good = null;
        while (low < high) {
            int middle = low + (high - low) / 2;
            T found = attempt.apply(countsAt(middle));
            if (found != null) {
                good = found;
                goodAt = middle;
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low == goodAt ? good : null;
    }

    private int[] countsAt(int step) {
        int[] counts = new int[full.length];
        for (int i = 0; i < counts.length; i++) {
            counts[i] = full[i] - (int) ((long) spare[i] * step / steps);
        }
        return counts;
    }
}
