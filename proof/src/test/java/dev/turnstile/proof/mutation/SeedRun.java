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
            Simulation.Result result = Simulation.run(Scenarios.of(seed));
            if (!result.holds()) {
                String violation =
                        result.violations().getFirst().lines().findFirst().orElse("");
                System.out.printf("noticed by seed %d: %s%n", seed, violation);
                return;
            }
        }
    }
}
