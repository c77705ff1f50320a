package dev.turnstile.core.queue;

import dev.turnstile.core.workload.Workload;
import dev.turnstile.core.workload.WorkloadKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Workloads that were parked without a cycle of their own, since one of their equivalence class did not fit. Each is
 * reported once, so that its condition can say so.
 */
final class Skipped {
    private final List<Pending> skipped = new ArrayList<>();

    void add(List<Pending> parked) {
        skipped.addAll(parked);
    }

    /** Those that still are parked; one that competes again is skipped once more when its class is parked. */
    @SuppressWarnings("ReferenceEquality") // an equal workload that came later is another one
    List<Workload> take(Map<WorkloadKey, Pending> pending) {
        List<Workload> parked = new ArrayList<>();
        for (Pending waiting : skipped) {
            boolean waits = pending.get(waiting.workload().key()) == waiting && waiting.place == Pending.Place.CLASS;
            if (waits && waiting.peers().parked()) {
                parked.add(waiting.workload());
            } else if (waits) {
                waiting.peers().expect(waiting);
            }
        }
        skipped.clear();
        return parked;
    }
}
