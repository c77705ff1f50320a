package dev.turnstile.worker.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * {@code -Dexploration.more=1} grants one more cycle and one more fault: minutes instead of seconds.
 *
 * <p>The life of assumptions in every order of steps: writes that are answered, refused, lost, or carried out and not
 * answered; events that come early, late or twice; workloads that come, finish, are held, change or are deleted.
 */
class ExplorationTest {
    @SuppressWarnings("SystemOut") // the number of states is the proof's figure
    private static void explore(String name, SmallWorld.Budget budget, List<String> present, List<String> later) {
        Exploration exploration = new Exploration(() -> new SmallWorld(budget, present, later));
        long began = System.nanoTime();
        exploration.run();
        System.out.printf(
                "%s: %d states, each brought to rest, in %d ms%n",
                name, exploration.states(), (System.nanoTime() - began) / 1_000_000);
        assertThat(exploration.states()).isGreaterThan(500);
    }

    private static SmallWorld.Budget budget(int turns, int faults, int events, int repeats) {
        int more = Integer.getInteger("exploration.more", 0);
        return new SmallWorld.Budget(turns + more, faults + more, events, repeats);
    }

    private static SmallWorld.Budget withStops(SmallWorld.Budget budget, int stops) {
        return new SmallWorld.Budget(budget.turns(), budget.faults(), budget.events(), budget.repeats(), stops);
    }

    @Test
    void aPreemptorComesWhileAdmissionsAreUnderWay() {
        explore("a preemptor, a fault", budget(2, 1, 0, 0), List.of("low:3:0", "small:1:0"), List.of("high:3:100"));
    }

    @Test
    void aPreemptorComesAndResultsComeTwice() {
        explore("a preemptor, a fault, a repetition", budget(3, 1, 0, 1), List.of("low:3:0"), List.of("high:3:100"));
    }

    @Test
    void aPreemptorComesAndSomethingElseHappens() {
        explore("a preemptor, a fault, an event", budget(2, 1, 1, 0), List.of("low:3:0"), List.of("high:3:100"));
    }

    @Test
    void theQueueIsStoppedAndRestarted() {
        explore(
                "a queue is stopped, a fault",
                withStops(budget(3, 1, 0, 0), 2),
                List.of("low:3:0"),
                List.of("high:3:100"));
    }

    @Test
    void threeContendForWhatOneCanHave() {
        explore("three contend", budget(2, 1, 1, 0), List.of("one:3:0", "two:3:0", "three:3:0"), List.of());
    }
}
