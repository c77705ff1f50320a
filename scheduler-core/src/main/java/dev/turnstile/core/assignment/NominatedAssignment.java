package dev.turnstile.core.assignment;

import dev.turnstile.core.preemption.Target;
import java.util.List;

/** An assignment and the victims without which it does not fit. */
@SuppressWarnings("exports") // only packages of the core call it
public record NominatedAssignment(Assignment assignment, List<Target> victims) {
    public NominatedAssignment {
        victims = List.copyOf(victims);
    }

    /** Whether it can be had, now or once the victims are gone. */
    public boolean possible() {
        return assignment.mode() == Mode.FIT || (assignment.mode() == Mode.PREEMPT && !victims.isEmpty());
    }
}
