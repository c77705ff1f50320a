package dev.turnstile.core.preemption;

import dev.turnstile.core.snapshot.Simulation;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes a set of victims minimal: from the last but one back to the first, each without which the preemptor still fits
 * is spared. The last is what made it fit, so it stays.
 */
final class PutBack {

    private PutBack() {}

    static List<Target> spare(Simulation simulation, VictimRequest request, List<Target> victims, boolean borrowing) {
        List<Target> needed = new ArrayList<>(victims);
        for (int i = victims.size() - 2; i >= 0; i--) {
            int mark = simulation.mark();
            simulation.add(victims.get(i).workload());
            if (request.demand().fits(simulation.quotas(), simulation, request.node(), borrowing)) {
                needed.remove(i);
            } else {
                simulation.undoTo(mark);
            }
        }
        return List.copyOf(needed);
    }
}
