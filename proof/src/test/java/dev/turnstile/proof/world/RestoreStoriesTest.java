package dev.turnstile.proof.world;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Stories that seeds have found: an API server whose etcd is restored from a backup. */
class RestoreStoriesTest {
    /** The Workloads of before were told finished, since Jobs of the lost future were finished or gone. */
    @Test
    void nobodyDecidesOnOneKindOfBeforeAndAnotherOfTheLostFuture() {
        for (long order = 121; order < 131; order++) {
            assertHolds(new Scenario(
                    order,
                    new Scenario.Setting(
                            false,
                            1,
                            1,
                            false,
                            true,
                            List.of(new Scenario.Queue(
                                    "q0", "all", 6, "StrictFIFO", "LowerPriority", "Never", "LowerPriority"))),
                    List.of(
                            new Scenario.Event(
                                    Duration.ofMillis(41000),
                                    new Act.CreateJob("worker1", "job7", "q0", "low", 2, 3, 15)),
                            new Scenario.Event(
                                    Duration.ofMillis(41000),
                                    new Act.CreateJob("worker1", "job9", "q0", "middle", 2, 3, 29)),
                            new Scenario.Event(
                                    Duration.ofMillis(114108), new Act.Restore("worker1", Duration.ofMillis(45709))))));
        }
    }

    /** What others wrote after the restore had brought the API past the last version of a seldom changed kind. */
    @Test
    void aKindThatSeldomChangesIsReadAgainToo() {
        for (long order = 207; order < 217; order++) {
            assertHolds(new Scenario(
                    order,
                    new Scenario.Setting(
                            true,
                            2,
                            1,
                            false,
                            true,
                            List.of(new Scenario.Queue(
                                    "q0",
                                    "all",
                                    5,
                                    "StrictFIFO",
                                    "LowerOrNewerEqualPriority",
                                    "LowerPriority",
                                    "Never"))),
                    List.of(
                            new Scenario.Event(
                                    Duration.ofMillis(6196),
                                    new Act.CreateJob("manager", "job21", "q0", "middle", 2, 1, 38)),
                            new Scenario.Event(
                                    Duration.ofMillis(9401),
                                    new Act.CreateJob("manager", "job1", "q0", "middle", 3, 2, 24)),
                            new Scenario.Event(
                                    Duration.ofMillis(17001), new Act.Restore("manager", Duration.ofMillis(58476))))));
        }
    }

    private static void assertHolds(Scenario scenario) {
        assertThat(Simulation.run(scenario).violations()).isEmpty();
    }
}
