package dev.turnstile.proof.world;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.proof.api.Weather;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Stories that seeds have found: what administrators change of a fleet. */
class FleetStoriesTest {
    /**
     * The check was active again, the scheduler had said why the Workload waits, and the condition of the ClusterQueue
     * came later: the reason was replaced by "Suspended", then by "PendingEvaluation", and nobody evaluated it again.
     */
    @Test
    void whoWaitsSaysWhyAfterAllClustersWereGoneForAWhile() {
        for (long order = 25; order < 45; order++) {
            assertThat(Simulation.run(new Scenario(
                                    order,
                                    new Scenario.Setting(
                                            true,
                                            2,
                                            1,
                                            false,
                                            true,
                                            List.of(new Scenario.Queue(
                                                    "q0",
                                                    "",
                                                    8,
                                                    "BestEffortFIFO",
                                                    "LowerOrNewerEqualPriority",
                                                    "LowerPriority",
                                                    "Never"))),
                                    List.of(
                                            event(1, new Act.CreateJob("manager", "large", "q0", "low", 3, 7, 5)),
                                            event(5, new Act.ClusterGone("worker1", Duration.ofSeconds(17))),
                                            event(6, new Act.ClusterGone("worker2", Duration.ofSeconds(30))))))
                            .violations())
                    .isEmpty();
        }
    }

    /** A Workload got the old value of its class, and was read only after the class had changed. */
    @Test
    void aWorkloadThatAppearsAfterItsPriorityClassHasChangedFollowsTheClass() {
        var queue = new Scenario.Queue("q0", "all", 3, "StrictFIFO", "LowerPriority", "LowerPriority", "LowerPriority");
        var setting = new Scenario.Setting(true, 2, 1, false, true, List.of(queue));
        Weather late = new Weather(Duration.ofMillis(5), 187, 187, 0, 0, 0, Duration.ofMillis(20));
        for (long order = 339; order < 349; order++) {
            assertThat(Simulation.run(new Scenario(
                                    order,
                                    setting,
                                    List.of(
                                            event(
                                                    8,
                                                    new Act.Storm(
                                                            "manager-worker",
                                                            "manager",
                                                            late,
                                                            Duration.ofMillis(4367))),
                                            at(27065, new Act.SetPriorityValue("manager", "low", 75)),
                                            at(29000, new Act.CreateJob("manager", "job1", "q0", "low", 3, 1, 8)),
                                            at(29000, new Act.CreateJob("manager", "job4", "q0", "high", 3, 2, 32)),
                                            at(35769, new Act.CreateJob("manager", "job2", "q0", "middle", 2, 3, 24)),
                                            at(57244, new Act.CreateJob("manager", "job3", "q0", "low", 3, 3, 40)))))
                            .violations())
                    .isEmpty();
        }
    }

    private static Scenario.Event at(int millis, Act act) {
        return new Scenario.Event(Duration.ofMillis(millis), act);
    }

    private static Scenario.Event event(int second, Act act) {
        return new Scenario.Event(Duration.ofSeconds(second), act);
    }
}
