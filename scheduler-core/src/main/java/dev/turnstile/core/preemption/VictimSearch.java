package dev.turnstile.core.preemption;

import dev.turnstile.core.snapshot.Simulation;
import java.util.List;

/** Finds whom to preempt; an empty list means that preemption does not help. Leaves the simulation as it was. */
public interface VictimSearch {

    List<Target> search(Simulation simulation, VictimRequest request);
}
