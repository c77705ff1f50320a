package dev.turnstile.core.cycle;

import dev.turnstile.core.workload.WorkloadKey;
import java.time.Instant;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** What is assumed of one workload, and where that stands; changed by {@link Assumptions} alone. */
final class AssumedLife {
    static final Comparator<AssumedLife> BY_TIME =
            Comparator.comparing(AssumedLife::time).thenComparing(life -> life.key);

    final WorkloadKey key;
    Assumption.@Nullable OfAdmission admission;
    Assumption.@Nullable OfEviction eviction;
    Assumptions.Phase phase = Assumptions.Phase.WRITING;

    @Nullable
    Instant at;

    @Nullable
    WritePause pause;

    AssumedLife(WorkloadKey key) {
        this.key = key;
    }

    @Nullable
    Assumption current() {
        return admission != null ? admission : eviction;
    }

    Instant time() {
        return at == null ? Instant.MAX : at;
    }
}
