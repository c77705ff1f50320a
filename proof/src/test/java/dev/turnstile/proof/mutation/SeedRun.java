package dev.turnstile.proof.mutation;

import dev.turnstile.proof.world.Scenarios;
import dev.turnstile.proof.world.Simulation;

/** For ci/mutations: runs ranges of seeds, each to the first that fails. */
final class SeedRun {
    private SeedRun() {}

    /** @param ranges pairs of the first seed and how many */
    public static void main(String[] ranges) {
        for (int i = 0; i < ranges.length; i += 2) {
            untilOneFails(Long.parseLong(ranges[i]), Long.parseLong(ranges[i + 1]));
        }
    }

    private static void untilOneFails(long first, long count) {
        for (long seed = first; seed < first + count; seed++) {
            String violation = violation(seed);
            if (!violation.isEmpty()) {
                System.out.printf("noticed by seed %d: %s%n", seed, violation);
                return;
            }
        }
    }

    /** The first line of what did not hold; empty where all is well. */
    private static String violation(long seed) {
        try {
            Simulation.Result result = Simulation.run(Scenarios.of(seed));
            return result.holds()
                    ? ""
                    : result.violations().getFirst().lines().findFirst().orElse("");
        } catch (IllegalStateException e) {
            // One of its threads goes on and on; it ends with this program.
            return String.valueOf(e.getMessage());
        }
    }
}
