package dev.turnstile.proof.world;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class SimulationTest {
    private static final Scenario.Setting SMALL = new Scenario.Setting(
            false,
            1,
            1,
            false,
            false,
            List.of(new Scenario.Queue("q0", "", 4, "BestEffortFIFO", "Never", "Never", "Never")));

    @Test
    void jobsRunOneAfterTheOtherAndEverythingComesToRest() {
        Simulation.Result result = Simulation.run(scenario(jobs(6, 20)));

        assertThat(result.violations()).isEmpty();
        assertThat(result.steps()).isGreaterThan(100);
    }

    @Test
    void aSeedIsTheSameWorldEveryTime() {
        for (long seed = 1; seed <= 5; seed++) {
            Scenario scenario = Scenarios.of(seed);

            Simulation.Result first = Simulation.run(scenario);
            Simulation.Result second = Simulation.run(scenario);

            assertThat(second.log()).isEqualTo(first.log());
            assertThat(second.steps()).isEqualTo(first.steps());
        }
    }

    @Test
    void nobodyChangesWhatAServerHasShown() {
        for (long seed = 1; seed <= 5; seed++) {
            Scenario scenario = Scenarios.of(seed);
            World world = new World(scenario);
            IdentityHashMap<ObjectNode, String> shown = new IdentityHashMap<>();
            world.clusters()
                    .values()
                    .forEach(cluster -> cluster.server()
                            .observe((_, change) ->
                                    shown.put(change.object(), change.object().toString())));

            var _ = Simulation.run(world, scenario);

            assertThat(shown).isNotEmpty();
            shown.forEach((object, then) -> assertThat(object).hasToString(then));
        }
    }

    @Test
    void whatFailsIsShrunkToTheEventsThatMatter() {
        Scenario.Event endless = new Scenario.Event(
                Duration.ofSeconds(7), new Act.CreateJob("worker1", "endless", "q0", "low", 1, 1, 1_000_000));
        List<Scenario.Event> events = new ArrayList<>(jobs(5, 3));
        events.add(endless);

        Scenario shortest = Shrinker.shrink(scenario(events));

        assertThat(shortest.events()).containsExactly(endless);
        assertThat(Simulation.run(shortest).violations().getFirst()).contains("the job runs for ever");
        assertThat(Story.of(shortest))
                .contains("new Scenario.Event(Duration.ofMillis(7000), new Act.CreateJob(\"worker1\", \"endless\"");
    }

    private static Scenario scenario(List<Scenario.Event> events) {
        return new Scenario(4, SMALL, events);
    }

    private static List<Scenario.Event> jobs(int count, int seconds) {
        return IntStream.range(0, count)
                .mapToObj(i -> new Scenario.Event(
                        Duration.ofSeconds(i), new Act.CreateJob("worker1", "job" + i, "q0", "low", 1, 3, seconds)))
                .toList();
    }
}
