package dev.turnstile.proof.world;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Runs the scenarios of many seeds; the shortest story of the first that fails is printed as a test to paste. */
class SeedsTest {
    private static final long FIRST = Long.getLong("proof.first", 1);
    private static final long SEEDS = Long.getLong("proof.seeds", 0);
    private static final int SIDE_BY_SIDE = Integer.getInteger("proof.side-by-side", 2);

    /** For ci/mutations, which wants to know how many seeds it takes to notice that a safeguard is missing. */
    private static final boolean STOP_AT_FIRST = Boolean.getBoolean("proof.stop-at-first");

    private record Run(long seed, Scenario scenario, Simulation.Result result) {}

    @Test
    @EnabledIfSystemProperty(named = "proof.seeds", matches = "[1-9][0-9]*", disabledReason = "-Dproof.seeds=N runs N")
    void everySeedHolds() throws InterruptedException, ExecutionException {
        if (STOP_AT_FIRST) {
            untilOneFails();
            return;
        }
        long began = System.nanoTime();
        List<Run> runs = new ArrayList<>();
        try (ExecutorService drivers = Executors.newFixedThreadPool(SIDE_BY_SIDE)) {
            List<Callable<Run>> all = LongStream.range(FIRST, FIRST + SEEDS)
                    .<Callable<Run>>mapToObj(seed -> () -> run(seed))
                    .toList();
            for (Future<Run> one : drivers.invokeAll(all)) {
                runs.add(one.get());
            }
        }
        print(runs, (System.nanoTime() - began) / 1_000_000_000);

        List<Run> failed = runs.stream().filter(run -> !run.result().holds()).toList();
        if (!failed.isEmpty()) {
            System.out.println(Story.of(Shrinker.shrink(failed.getFirst().scenario())));
        }
        assertThat(failed.stream()
                        .map(run -> "seed " + run.seed() + " "
                                + run.result().violations().getFirst())
                        .toList())
                .isEmpty();
    }

    private static void untilOneFails() {
        for (long seed = FIRST; seed < FIRST + SEEDS; seed++) {
            List<String> violations = run(seed).result().violations();
            if (!violations.isEmpty()) {
                System.out.printf("noticed at seed %d: %s%n", seed, violations.getFirst());
                return;
            }
        }
    }

    private static Run run(long seed) {
        Scenario scenario = Scenarios.of(seed);
        Simulation.Result result = Simulation.run(scenario);
        // What happened is of use only where something failed.
        return new Run(
                seed, scenario, new Simulation.Result(result.violations(), result.steps(), result.writes(), List.of()));
    }

    private static void print(List<Run> runs, long seconds) {
        System.out.printf(
                "%d seeds from %d in %d s; medians: %d workers, %d workloads, %d faults, %d steps, %d writes%n",
                runs.size(),
                FIRST,
                seconds,
                median(runs, run -> run.scenario().setting().workers()),
                median(
                        runs,
                        run -> run.scenario().events().stream()
                                .filter(event -> event.act() instanceof Act.CreateJob)
                                .count()),
                median(
                        runs,
                        run -> run.scenario().events().stream()
                                .filter(event -> event.act() instanceof Act.Fault)
                                .count()),
                median(runs, run -> run.result().steps()),
                median(runs, run -> run.result().writes()));
    }

    private static long median(List<Run> runs, ToLongFunction<Run> value) {
        return runs.isEmpty()
                ? 0
                : runs.stream()
                        .mapToLong(value)
                        .sorted()
                        .skip(runs.size() / 2)
                        .findFirst()
                        .orElse(0);
    }
}
