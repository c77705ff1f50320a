package dev.turnstile.proof.world;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Runs a scenario to its end. */
public final class Simulation {
    /** Longer than anybody backs off from anything at the end of a scenario. */
    private static final Duration QUIET = Duration.ofSeconds(150);

    private static final Duration SLICE = Duration.ofSeconds(15);
    private static final Duration AFTER_RESTART = Duration.ofSeconds(45);
    private static final Duration LONGEST = Duration.ofHours(2);

    /**
     * How it ended.
     *
     * @param violations what did not hold; empty where all is well
     * @param steps how often a thread was given its turn
     * @param writes how many changes were made
     * @param story what happened, in order
     */
    public record Result(List<String> violations, long steps, long writes, Supplier<List<String>> story) {
        /** What happened, in words. */
        public List<String> log() {
            return story.get();
        }

        /** Whether all is well. */
        public boolean holds() {
            return violations.isEmpty();
        }
    }

    private Simulation() {}

    /** Runs it. */
    public static Result run(Scenario scenario) {
        return run(new World(scenario), scenario);
    }

    static Result run(World world, Scenario scenario) {
        var _ = new Performance(world, scenario);
        Duration events = scenario.events().isEmpty()
                ? Duration.ZERO
                : scenario.events().getLast().at();
        world.baton().run(events.plusSeconds(10));
        if (calm(world)) {
            world.heal();
            world.note("faults are over");
            rest(world);
        }
        Result result = new Result(world.violations(), world.baton().steps(), world.writes(), world::log);
        world.services().values().forEach(service -> service.process().kill());
        world.baton().settle();
        return result;
    }

    /** Whether nothing has been found so far. */
    private static boolean calm(World world) {
        world.baton().failures().forEach(failure -> world.violations().add(Failures.words(failure)));
        return world.violations().isEmpty();
    }

    private static void rest(World world) {
        long begin = world.baton().now();
        long lastWrite = begin;
        while (world.baton().now() - lastWrite < QUIET.toNanos()) {
            long before = world.writes();
            world.baton().run(SLICE);
            if (!calm(world)) {
                return;
            }
            if (world.writes() != before) {
                lastWrite = world.baton().now();
            }
            if (world.baton().now() - begin > LONGEST.toNanos()) {
                world.violated(
                        "it does not come to rest: %d writes in the last %s".formatted(world.writes() - before, SLICE));
                return;
            }
        }
        world.clusters().values().forEach(cluster -> new RestCheck(world, cluster).check());
        if (world.clusters().containsKey(World.MANAGER)) {
            new FleetRestCheck(world).check();
        }
        if (world.violations().isEmpty()) {
            restart(world);
        }
    }

    /**
     * Nothing was forgotten: those that begin with what the API holds decide the same. Messages may change meanwhile,
     * since a manager says so while it connects.
     */
    private static void restart(World world) {
        List<String> before = decided(world);
        world.note("everybody starts again");
        world.services().values().forEach(service -> service.process().kill());
        world.baton().run(AFTER_RESTART);
        List<String> after = decided(world);
        if (calm(world) && !after.equals(before)) {
            after.removeAll(before);
            world.violated("after a restart it is otherwise: " + after);
        }
    }

    /** What the clusters say of every Workload and Job, without messages and times. */
    private static List<String> decided(World world) {
        List<String> decided = new ArrayList<>();
        world.clusters().forEach((name, cluster) -> {
            for (String kind : List.of("workloads", "jobs")) {
                for (ObjectNode object : cluster.server().list(kind)) {
                    StringBuilder line = new StringBuilder(name + " " + kind + " " + Json.key(object) + ": ");
                    line.append(object.path("spec").path("suspend"));
                    for (JsonNode condition : object.path("status").path("conditions")) {
                        String type = condition.path("type").asString("");
                        line.append(' ').append(type).append('=').append(Json.condition(object, type));
                    }
                    decided.add(line.toString());
                }
            }
        });
        return decided;
    }
}
