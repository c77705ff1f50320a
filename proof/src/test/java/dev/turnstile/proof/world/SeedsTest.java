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

    /** What is left of a run: twenty thousand of them stay in memory. */
    private record Run(
            long seed, long workers, long workloads, long faults, long steps, long writes, String violation) {
        static Run of(long seed, Scenario scenario, Simulation.Result result) {
            return new Run(
                    seed,
                    scenario.setting().workers(),
                    events(scenario, Act.CreateJob.class),
                    events(scenario, Act.Fault.class),
                    result.steps(),
                    result.writes(),
                    result.holds() ? "" : result.violations().getFirst());
        }

        private static long events(Scenario scenario, Class<? extends Act> kind) {
            return scenario.events().stream()
                    .filter(event -> kind.isInstance(event.act()))
                    .count();
        }

        boolean failed() {
            return !violation.isEmpty();
        }
    }

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

        List<Run> failed = runs.stream().filter(Run::failed).toList();
        if (!failed.isEmpty()) {
            System.out.println(
                    Story.of(Shrinker.shrink(Scenarios.of(failed.getFirst().seed()))));
        }
        assertThat(failed.stream()
                        .map(run -> "seed " + run.seed() + " " + run.violation())
                        .toList())
                .isEmpty();
    }

    private static Run run(long seed) {
        Scenario scenario = Scenarios.of(seed);
        try {
            return Run.of(seed, scenario, Simulation.run(scenario));
        } catch (IllegalStateException e) {
            throw new IllegalStateException("seed " + seed + ": " + e.getMessage(), e);
        }
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
                median(runs, Run::workers),
                median(runs, Run::workloads),
                median(runs, Run::faults),
                median(runs, Run::steps),
                median(runs, Run::writes));
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
