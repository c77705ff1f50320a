package dev.turnstile.core.workload;

import dev.turnstile.core.resource.Requests;
import org.jspecify.annotations.Nullable;

/**
 * A number of equal pods. {@code count} is what still needs quota (reclaimable pods are taken off where the object is
 * translated); {@code minCount} is set where fewer will do.
 */
public record PodSet(String name, int count, @Nullable Integer minCount, Requests requestsPerPod, NodeDemands demands) {

    public Requests requests(int pods) {
        return requestsPerPod.times(pods);
    }

    public int minimum() {
        Integer minimum = minCount;
        return minimum == null ? count : Math.min(minimum, count);
    }
}
