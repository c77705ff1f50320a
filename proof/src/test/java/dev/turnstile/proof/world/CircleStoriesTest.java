package dev.turnstile.proof.world;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Stories in which decisions undo each other. */
class CircleStoriesTest {
    /**
     * With the feature off that offers a preemptor its room first, the earlier workload of the other queue takes the
     * room that the later one has preempted it for, cycle after cycle. Its admission was not sent yet, so that each
     * eviction took effect at once, and the scheduler's turn did not end: the thread that was to send it waited for
     * that.
     */
    @Test
    void whoPreemptsEachOtherWithoutEndLetsOthersHaveATurn() {
        var owner = new Scenario.Queue("q0", "all", 6, "StrictFIFO", "LowerPriority", "Any", "Never");
        var borrower = new Scenario.Queue("q1", "all", 1, "BestEffortFIFO", "LowerPriority", "Any", "Never");
        var setting = new Scenario.Setting(false, 1, 1, false, false, List.of(owner, borrower));
        for (long order = 45; order < 50; order++) {
            Simulation.Result result = Simulation.run(new Scenario(
                    order,
                    setting,
                    List.of(
                            at(1, new Act.SwitchGate("worker1", "PrioritizePreemptorWorkloads", false)),
                            at(8, new Act.CreateJob("worker1", "large", "q0", "high", 3, 2, 60)),
                            at(10, new Act.CreateJob("worker1", "victim", "q0", "low", 1, 1, 60)),
                            at(12, new Act.CreateJob("worker1", "earlier", "q1", "high", 3, 1, 5)),
                            at(14, new Act.CreateJob("worker1", "later", "q0", "high", 3, 1, 5)),
                            at(20, new Act.SetQuota("worker1", "q0", 9)))));

            assertThat(result.violations()).isEmpty();
        }
    }

    private static Scenario.Event at(int second, Act act) {
        return new Scenario.Event(Duration.ofSeconds(second), act);
    }
}
