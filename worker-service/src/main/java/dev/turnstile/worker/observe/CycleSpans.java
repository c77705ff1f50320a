package dev.turnstile.worker.observe;

import dev.turnstile.core.cycle.CycleDecision;
import dev.turnstile.core.cycle.Outcome;
import dev.turnstile.worker.state.CycleListener;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.time.Duration;

/** One span for each cycle. */
public final class CycleSpans implements CycleListener {
    private final ObservationRegistry registry;
    private Observation present = Observation.NOOP;

    /** Spans that begin there. */
    public CycleSpans(ObservationRegistry registry) {
        this.registry = registry;
    }

    @Override
    public void begins() {
        present = Observation.start("turnstile.cycle", registry);
    }

    @Override
    public void decided(CycleDecision decision, Duration took) {
        if (present.isNoop()) {
            return;
        }
        long admitted = decision.outcomes().stream()
                .filter(Outcome.Admit.class::isInstance)
                .count();
        long preempting = decision.outcomes().stream()
                .filter(Outcome.Preempt.class::isInstance)
                .count();
        present.highCardinalityKeyValue("cycle", Long.toString(decision.cycle()))
                .highCardinalityKeyValue(
                        "heads", Integer.toString(decision.outcomes().size()))
                .highCardinalityKeyValue("admitted", Long.toString(admitted))
                .highCardinalityKeyValue("preempting", Long.toString(preempting))
                .stop();
    }
}
