package dev.turnstile.proof.world;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
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

    private record Run(long seed, Scenario scenario, Simulation.Result result) {}

    @Test
    @EnabledIfSystemProperty(named = "proof.seeds", matches = "[1-9][0-9]*", disabledReason = "-Dproof.seeds=N runs N")
    void everySeedHolds() throws InterruptedException, ExecutionException {
        long began = System.nanoTime();
        long usedBefore = cpuNanos();
        List<Run> runs = new ArrayList<>();
        try (ExecutorService drivers = Executors.newFixedThreadPool(SIDE_BY_SIDE)) {
            List<Callable<Run>> all = LongStream.range(FIRST, FIRST + SEEDS)
                    .<Callable<Run>>mapToObj(seed -> () -> run(seed))
                    .toList();
            for (Future<Run> one : drivers.invokeAll(all)) {
                runs.add(one.get());
            }
        }
        print(runs, (System.nanoTime() - began) / 1e9, (cpuNanos() - usedBefore) / 1e9);

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

    private static Run run(long seed) {
        Scenario scenario = Scenarios.of(seed);
        Simulation.Result result = Simulation.run(scenario);
        // What happened is of use only where something failed.
        return new Run(
                seed, scenario, new Simulation.Result(result.violations(), result.steps(), result.writes(), List::of));
    }

    /** What this JVM has used of all processors: unlike the time that passes it does not depend on who else runs. */
    private static long cpuNanos() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    private static void print(List<Run> runs, double seconds, double cpuSeconds) {
        System.out.printf(
                "%d seeds from %d in %.0f s, %.2f CPU-s each; medians: %d workers, %d workloads, %d faults, %d steps,"
                        + " %d writes%n",
                runs.size(),
                FIRST,
                seconds,
                cpuSeconds / Math.max(1, runs.size()),
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
