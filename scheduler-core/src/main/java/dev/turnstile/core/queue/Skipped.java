package dev.turnstile.core.queue;

import dev.turnstile.core.waiting.Wait;
import dev.turnstile.core.workload.WorkloadKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Workloads that wait without a cycle of their own: they were parked since one of their equivalence class did not fit,
 * or stand behind the head of a strict queue. Each is reported once, so that its condition can say so.
 */
final class Skipped {
    private final List<Pending> skipped = new ArrayList<>();
    private final List<Pending> behind = new ArrayList<>();

    void add(WaitingLine line) {
        skipped.addAll(line.takeSkipped());
        behind.addAll(line.takeBehind());
    }

    /** Those that still wait so; one that competes again is skipped once more when its class is parked. */
    List<PassedOver> take(Map<WorkloadKey, Pending> pending) {
        List<PassedOver> parked = new ArrayList<>();
        for (Pending waiting : skipped) {
            boolean waits = waits(waiting, pending);
            if (waits && waiting.peers().parked()) {
                parked.add(new PassedOver(waiting.workload(), new Wait.SkippedAsEquivalent()));
            } else if (waits) {
                waiting.peers().expect(waiting);
            }
        }
        skipped.clear();
        for (Pending waiting : behind) {
            if (waits(waiting, pending) && waiting.line().head(null) != waiting) {
                parked.add(new PassedOver(waiting.workload(), new Wait.BehindHead()));
            }
        }
        behind.clear();
        return parked;
    }

    @SuppressWarnings("ReferenceEquality") // an equal workload that came later is another one
    private static boolean waits(Pending waiting, Map<WorkloadKey, Pending> pending) {
        return pending.get(waiting.workload().key()) == waiting && waiting.place == Pending.Place.CLASS;
    }
}
