package dev.turnstile.core.cycle;

import dev.turnstile.core.queue.Head;
import dev.turnstile.core.snapshot.Snapshot;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * A cycle that decides and is never applied: whom would the next one admit, and whom of those who are parked? At rest
 * the answer is nobody. It is taken on the scheduler's thread, at the cost of a list of heads, and decided on any
 * other.
 *
 * <p>Heads are decided on together, as a cycle does: one of them may keep room free for itself that another one would
 * fit into. Of a workload that is parked the quota in use said no, with or without the other heads: it is decided on
 * alone.
 */
public final class Trial {
    private final SchedulingOptions options;
    private final Snapshot snapshot;
    private final List<Head> heads;
    private final List<Head> parked;
    private final Instant now;
    private final long cycle;

    Trial(SchedulingOptions options, Snapshot snapshot, List<Head> heads, List<Head> parked, Instant now, long cycle) {
        this.options = options;
        this.snapshot = snapshot;
        this.heads = List.copyOf(heads);
        this.parked = List.copyOf(parked);
        this.now = now;
        this.cycle = cycle;
    }

    /** Who would be admitted and waits. */
    public List<Outcome.Admit> admitted() {
        return Stream.concat(decide(heads), parked.stream().flatMap(each -> decide(List.of(each))))
                .filter(Outcome.Admit.class::isInstance)
                .map(Outcome.Admit.class::cast)
                .toList();
    }

    private Stream<Outcome> decide(List<Head> together) {
        return SchedulingCycle.decide(options, snapshot, together, now, cycle).outcomes().stream();
    }
}
