package dev.turnstile.proof.world;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.proof.api.Weather;
import java.time.Duration;
import java.util.ArrayList;
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

    /**
     * The remote job ran, and the worker-service there could not say so in the replica: in the manager cluster one
     * service copied that the pods are not ready, and the other wrote that they are, forty times a second.
     */
    @Test
    void nobodyContradictsWhatTheReplicaSaysOfItsPods() {
        var queue = new Scenario.Queue("q0", "", 4, "BestEffortFIFO", "Never", "Never", "Never");
        var setting = new Scenario.Setting(true, 2, 1, false, true, List.of(queue));
        for (int order = 1; order < 20; order++) {
            int moment = 5000 + order * 60;
            assertThat(Simulation.run(new Scenario(
                                    order,
                                    setting,
                                    List.of(
                                            at(5000, new Act.CreateJob("manager", "runs", "q0", "low", 1, 1, 60)),
                                            at(moment, new Act.Refuse("worker1", "worker1", Duration.ofSeconds(20))),
                                            at(moment, new Act.Refuse("worker2", "worker2", Duration.ofSeconds(20))))))
                            .violations())
                    .isEmpty();
        }
    }

    /**
     * A user deleted the Job while the worker-service could not hear of it. Afterwards it read Workloads before Jobs,
     * and made one Workload after the other for the Job that was gone, each of which was collected as garbage.
     */
    @Test
    void aJobThatIsGoneGetsNoWorkloadsWhileItsWatchIsLate() {
        var queue = new Scenario.Queue("q0", "", 4, "BestEffortFIFO", "Never", "Never", "Never");
        var setting = new Scenario.Setting(false, 1, 1, false, true, List.of(queue));
        for (int order = 1; order < 30; order++) {
            Scenario scenario = new Scenario(
                    order,
                    setting,
                    List.of(
                            at(5000, new Act.CreateJob("worker1", "waits", "q0", "low", 1, 7, 60)),
                            at(6000, new Act.CreateJob("worker1", "other", "q0", "low", 1, 6, 60)),
                            at(10000, new Act.Refuse("worker1", "worker1", Duration.ofSeconds(20))),
                            at(12000, new Act.DeleteJob("worker1", "waits"))));
            World world = new World(scenario);
            int[] made = new int[1];
            world.cluster("worker1").server().observe((_, change) -> {
                if (change.kind().equals("workloads") && change.before() == null) {
                    made[0]++;
                }
            });

            assertThat(Simulation.run(world, scenario).violations()).isEmpty();
            assertThat(made[0]).as("Workloads of two Jobs").isEqualTo(2);
        }
    }

    /** Each was written twice, as often as its check was inactive: that the queue is inactive, and that it is not. */
    @Test
    void aCheckThatIsInactiveForAMomentLeavesThoseWhoWaitAlone() {
        var queue = new Scenario.Queue("q0", "", 4, "BestEffortFIFO", "Never", "Never", "Never");
        var setting = new Scenario.Setting(true, 2, 1, false, true, List.of(queue));
        Scenario scenario = new Scenario(
                1,
                setting,
                List.of(
                        at(1000, new Act.CreateJob("manager", "large1", "q0", "low", 3, 7, 5)),
                        at(2000, new Act.CreateJob("manager", "large2", "q0", "low", 2, 7, 5)),
                        at(30000, new Act.ClusterGone("worker1", Duration.ofMillis(400))),
                        at(30000, new Act.ClusterGone("worker2", Duration.ofMillis(500)))));
        World world = new World(scenario);
        List<String> checks = new ArrayList<>();
        List<String> suspended = new ArrayList<>();
        world.cluster(World.MANAGER).server().observe((_, change) -> {
            if (change.kind().equals("admissionchecks")) {
                checks.add(Json.condition(change.object(), "Active"));
            }
            if (change.kind().equals("workloads")
                    && Json.condition(change.object(), "QuotaReserved").equals("False Suspended")) {
                suspended.add(change.key().toString());
            }
        });

        assertThat(Simulation.run(world, scenario).violations()).isEmpty();
        assertThat(checks.stream().filter(check -> check.startsWith("False"))).isNotEmpty();
        assertThat(suspended).isEmpty();
    }

    private static Scenario.Event at(int millis, Act act) {
        return new Scenario.Event(Duration.ofMillis(millis), act);
    }

    private static Scenario.Event event(int second, Act act) {
        return new Scenario.Event(Duration.ofSeconds(second), act);
    }
}
