package dev.turnstile.core.assignment;

import dev.turnstile.core.preemption.Target;
import java.util.List;

/** Asks whether preemption would free an amount of one flavor-resource. */
@SuppressWarnings("exports") // only packages of the core call it
public interface PreemptionOracle {

    /** Whom to preempt so that the amount fits; empty where nobody may be, or it does not help. */
    List<Target> victims(int column, long amount);
}
