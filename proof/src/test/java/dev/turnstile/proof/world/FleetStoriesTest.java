package dev.turnstile.proof.world;

import static org.assertj.core.api.Assertions.assertThat;

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

    private static Scenario.Event event(int second, Act act) {
        return new Scenario.Event(Duration.ofSeconds(second), act);
    }
}
