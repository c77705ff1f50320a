package dev.turnstile.core.workload;

import dev.turnstile.core.resource.Requests;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/** The flavor that each resource of a pod set got, for how many pods, and what they use together. */
public record PodSetAssignment(String name, int count, Map<String, String> flavors, Requests usage) {
    public PodSetAssignment {
        flavors = Collections.unmodifiableMap(new TreeMap<>(flavors));
    }
}
