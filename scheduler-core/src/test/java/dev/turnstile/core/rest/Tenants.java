package dev.turnstile.core.rest;

import dev.turnstile.core.cycle.LocalQueue;
import dev.turnstile.core.cycle.Scheduler;
import dev.turnstile.core.cycle.SchedulingOptions;
import dev.turnstile.core.hierarchy.ClusterQueue;
import dev.turnstile.core.hierarchy.Cohort;
import dev.turnstile.core.hierarchy.ResourceFlavor;
import dev.turnstile.core.workload.Workload;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * A world as values: who shares which quota, and which workload comes before which cycle.
 *
 * @param seed draws how long each eviction takes
 * @param longestEviction the most cycles between an eviction and the release of its quota
 */
record Tenants(
        long seed,
        SchedulingOptions options,
        List<ResourceFlavor> flavors,
        List<Cohort> cohorts,
        List<ClusterQueue> queues,
        List<Arrival> arrivals,
        int longestEviction) {

    record Arrival(int cycle, Workload workload) {}

    Tenants {
        flavors = List.copyOf(flavors);
        cohorts = List.copyOf(cohorts);
        queues = List.copyOf(queues);
        arrivals = List.copyOf(arrivals);
    }

    Scheduler scheduler() {
        Scheduler scheduler = new Scheduler(options);
        scheduler.putNamespace("default", Map.of());
        flavors.forEach(scheduler::put);
        cohorts.forEach(scheduler::put);
        for (ClusterQueue queue : queues) {
            scheduler.put(queue);
            scheduler.put(new LocalQueue("default", queue.name(), queue.name(), false), Instant.EPOCH);
        }
        return scheduler;
    }
}
