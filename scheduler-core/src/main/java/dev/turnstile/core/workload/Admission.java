package dev.turnstile.core.workload;

import dev.turnstile.core.resource.Amount;
import dev.turnstile.core.resource.FlavorResource;
import dev.turnstile.core.resource.Usage;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A reservation of quota: where, which flavors, and since when. */
public record Admission(String clusterQueue, List<PodSetAssignment> podSets, Instant reservedAt) {
    public Admission {
        podSets = List.copyOf(podSets);
    }

    /** What this reservation holds. Nobody holds zero, or less. */
    public Usage usage() {
        Map<FlavorResource, Long> amounts = new LinkedHashMap<>();
        for (PodSetAssignment podSet : podSets) {
            podSet.flavors().forEach((resource, flavor) -> {
                long amount = podSet.usage().amount(resource);
                if (amount > 0) {
                    amounts.merge(new FlavorResource(flavor, resource), amount, Amount::add);
                }
            });
        }
        return Usage.of(amounts);
    }
}
