package dev.turnstile.core.ungating.interleavings;

import dev.turnstile.core.dispatch.RememberedUngating;
import dev.turnstile.core.ungating.GateStep;
import java.util.Optional;

/** The local workload: its version, and what its annotation remembers. */
record Note(int version, Optional<RememberedUngating> remembered) {

    boolean takes(GateStep.Remember step) {
        return Integer.toString(version).equals(step.localVersion());
    }

    /** As text, which is what outlives the process. */
    Note written(GateStep.Remember step) {
        return new Note(
                version + 1, step.remembered().map(RememberedUngating::text).flatMap(RememberedUngating::parse));
    }
}
