package dev.turnstile.core.cycle;

import dev.turnstile.core.workload.Workload;
import dev.turnstile.core.workload.WorkloadKey;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Workloads that are neither in a queue nor in the ledger, and why. */
final class Asides {
    private final Map<WorkloadKey, SetAside> reasons = new LinkedHashMap<>();
    /** Those that count as pending, by the ClusterQueue for which they do. */
    private final Map<String, Map<WorkloadKey, Workload>> pending = new LinkedHashMap<>();

    void put(Workload workload, SetAside why) {
        remove(workload.key());
        reasons.put(workload.key(), why);
        if (why.pending()) {
            pending.computeIfAbsent(why.clusterQueue(), _ -> new LinkedHashMap<>())
                    .put(workload.key(), workload);
        }
    }

    void remove(WorkloadKey key) {
        SetAside why = reasons.remove(key);
        if (why == null) {
            return;
        }
        Map<WorkloadKey, Workload> others = pending.get(why.clusterQueue());
        if (others != null && others.remove(key) != null && others.isEmpty()) {
            pending.remove(why.clusterQueue());
        }
    }

    @Nullable
    SetAside get(WorkloadKey key) {
        return reasons.get(key);
    }

    /** All of them. */
    Map<WorkloadKey, SetAside> all() {
        return reasons;
    }

    /** Those that count as pending in a ClusterQueue. */
    Collection<Workload> pending(String clusterQueue) {
        return pending.getOrDefault(clusterQueue, Map.of()).values();
    }
}
