package dev.turnstile.proof.world;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.proof.api.Weather;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Scenarios that seeds have found: an API server whose etcd is restored from a backup. */
class RestoreStoriesTest {
    /** Workloads of the backup were finished, since Jobs of the lost future were finished or gone. */
    @Test
    void noDecisionIsMadeFromOneKindOfTheBackupAndAnotherOfTheLostFuture() {
        var setting = setting(
                false, 1, new Scenario.Queue("q0", "all", 6, "StrictFIFO", "LowerPriority", "Never", "LowerPriority"));
        assertHolds(
                121,
                setting,
                List.of(
                        after(41000, new Act.CreateJob("worker1", "job7", "q0", "low", 2, 3, 15)),
                        after(41000, new Act.CreateJob("worker1", "job9", "q0", "middle", 2, 3, 29)),
                        after(114108, new Act.Restore("worker1", Duration.ofMillis(45709)))));
    }

    /**
     * Other users' writes after the restore had brought the API past the last version of a kind that seldom changes.
     */
    @Test
    void aKindThatSeldomChangesIsReadOnceMoreToo() {
        var setting = setting(
                true,
                2,
                new Scenario.Queue(
                        "q0", "all", 5, "StrictFIFO", "LowerOrNewerEqualPriority", "LowerPriority", "Never"));
        assertHolds(
                207,
                setting,
                List.of(
                        after(6196, new Act.CreateJob("manager", "job21", "q0", "middle", 2, 1, 38)),
                        after(9401, new Act.CreateJob("manager", "job1", "q0", "middle", 3, 2, 24)),
                        after(17001, new Act.Restore("manager", Duration.ofMillis(58476)))));
    }

    /**
     * The manager had made a replica, whose watch was silent, in a cluster that was restored for the second time to the
     * state that the watch had begun with: nothing that was read had a version which was lost.
     */
    @Test
    void whatWasMadeAndNeverSeenShowsThatTheApiHasGoneBack() {
        var setting = setting(true, 2, new Scenario.Queue("q0", "all", 8, "StrictFIFO", "Never", "Never", "Never"));
        assertHolds(
                49,
                setting,
                List.of(
                        after(1000, new Act.StopClusterQueue("worker1", "q0", "Hold")),
                        after(17500, new Act.Silence("manager", "worker2", Duration.ofSeconds(14))),
                        after(18000, new Act.Restore("worker2", Duration.ofSeconds(20))),
                        after(19500, new Act.CreateJob("manager", "job", "q0", "low", 1, 1, 30)),
                        after(24800, new Act.Restore("worker2", Duration.ofSeconds(40)))));
    }

    /**
     * The manager had read Workloads of the second backup, and Jobs of the first, in which there was none: what had
     * ended elsewhere was finished without its local Job, which ran for ever.
     */
    @Test
    void aJobThatIsThereAndWasNotReadIsNotTakenForGone() {
        var setting = setting(
                true,
                2,
                new Scenario.Queue(
                        "q0", "all", 5, "StrictFIFO", "LowerOrNewerEqualPriority", "LowerPriority", "Never"));
        Weather lossy = new Weather(Duration.ofMillis(5), 144, 144, 0, 0, 0, Duration.ofMillis(20));
        assertHolds(
                204,
                setting,
                List.of(
                        after(6196, new Act.CreateJob("manager", "job21", "q0", "middle", 2, 1, 38)),
                        after(28419, new Act.Unconfigured("worker2", Duration.ofMillis(45949))),
                        after(30213, new Act.Restore("manager", Duration.ofMillis(58476))),
                        after(31188, new Act.BreakStreams("worker1", "worker1")),
                        after(31206, new Act.Storm("manager", "manager", lossy, Duration.ofMillis(26620))),
                        after(31428, new Act.Restore("manager", Duration.ofMillis(16025)))));
    }

    private static Scenario.Setting setting(boolean managed, int workers, Scenario.Queue queue) {
        return new Scenario.Setting(managed, workers, 1, false, true, List.of(queue));
    }

    private static Scenario.Event after(long millis, Act act) {
        return new Scenario.Event(Duration.ofMillis(millis), act);
    }

    /** In ten orders of threads, the one included in which the seed failed. */
    private static void assertHolds(long seed, Scenario.Setting setting, List<Scenario.Event> events) {
        assertThat(LongStream.range(seed, seed + 10)
                        .boxed()
                        .flatMap(order -> Simulation.run(new Scenario(order, setting, events)).violations().stream()))
                .isEmpty();
    }
}
