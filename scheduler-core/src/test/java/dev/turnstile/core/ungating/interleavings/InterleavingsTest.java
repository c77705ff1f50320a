package dev.turnstile.core.ungating.interleavings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.core.dispatch.RememberedUngating;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Every interleaving of the steps by which gates are opened, in worlds of two clusters: the manager's decisions and the
 * order of its writes are those of production ({@code Ungating}, {@code GateStep}, {@code GateWork}); each write is
 * taken, refused, lost, late, or taken and not answered; each event is early, late or never seen; the manager crashes
 * between any two steps; clusters are cut off and come back; replicas ask, ask no more, are evicted, deleted and made
 * from what the API holds. In every state invariants A, B and C of docs/manager-decisions.md hold.
 */
@Execution(ExecutionMode.CONCURRENT) // It uses one processor.
class InterleavingsTest {

    /** How a world was come to. */
    private record Trace(Optional<World> before, String what) {}

    @ParameterizedTest(name = "{0} crashes, {1} cuts, {2} losses, {3} whims, {4} minutes")
    @CsvSource({"1, 0, 1, 0, 3", "1, 1, 0, 0, 2", "1, 0, 0, 1, 2", "0, 0, 1, 1, 2", "0, 0, 2, 0, 3"})
    void in_every_state_one_gate_a_window_is_opened_remembered_and_nobody_is_forgotten(
            int crashes, int cuts, int losses, int whims, int minutes) {
        Map<World, Trace> known = new HashMap<>();
        Deque<World> open = new ArrayDeque<>();
        Calm calm = new Calm();
        int openings = 0;
        World start = World.start(new World.Budget(crashes, cuts, losses, whims));
        known.put(start, new Trace(Optional.empty(), "it begins"));
        open.add(start);
        while (!open.isEmpty()) {
            World world = open.remove();
            try {
                check(world);
                calm.check(world);
                for (Steps.Step step : Steps.of(world, minutes)) {
                    if (known.putIfAbsent(step.then(), new Trace(Optional.of(world), step.what())) == null) {
                        open.add(step.then());
                        openings +=
                                step.then().openings().size() > world.openings().size() ? 1 : 0;
                    }
                }
            } catch (AssertionError violation) {
                throw new AssertionError(violation.getMessage() + "\n" + story(known, world), violation);
            }
        }
        System.out.printf(
                "opening of gates: %,d states, %,d of them after an opening (%d crashes, %d cuts, %d losses, %d whims,"
                        + " %d minutes)%n",
                known.size(), openings, crashes, cuts, losses, whims, minutes);
        assertThat(openings)
                .as("a world in which nobody is let through proves nothing")
                .isGreaterThan(500);
    }

    /** Whoever may be open is remembered, whatever becomes of the process. */
    private static void check(World world) {
        for (Site site : world.sites()) {
            boolean remembered = world.note()
                    .remembered()
                    .filter(note -> note instanceof RememberedUngating.OneGate gate
                            && (gate.replica().equals(site.uid()) || !gate.at().isBefore(Minutes.at(site.openSince()))))
                    .isPresent();
            if (site.open() && !remembered) {
                throw new AssertionError("A: the gate of " + site + " is open, and not remembered: " + world.note());
            }
        }
    }

    private static String story(Map<World, Trace> known, World last) {
        List<String> told = new ArrayList<>();
        Optional<World> world = Optional.of(last);
        while (world.isPresent()) {
            Trace trace = Objects.requireNonNull(known.get(world.get()));
            told.add(trace.what() + "\n    " + world.get());
            world = trace.before();
        }
        Collections.reverse(told);
        return String.join("\n", told);
    }
}
