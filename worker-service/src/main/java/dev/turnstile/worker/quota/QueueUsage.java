package dev.turnstile.worker.quota;

import dev.turnstile.core.resource.FlavorResource;
import dev.turnstile.model.kueue.ClusterQueue;
import dev.turnstile.model.kueue.FlavorQuotas;
import dev.turnstile.model.kueue.FlavorUsage;
import dev.turnstile.model.kueue.LocalQueueFlavorUsage;
import dev.turnstile.model.kueue.LocalQueueResourceUsage;
import dev.turnstile.model.kueue.ResourceGroup;
import dev.turnstile.model.kueue.ResourceQuota;
import dev.turnstile.model.kueue.ResourceUsage;
import dev.turnstile.worker.inbound.Amounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Amounts in use, flavor by flavor in the order of the ClusterQueue's specification. */
final class QueueUsage {
    private QueueUsage() {}

    static List<FlavorUsage> ofClusterQueue(ClusterQueue queue, Map<FlavorResource, Long> amounts) {
        boolean inCohort =
                queue.spec().cohortName() != null && !queue.spec().cohortName().isEmpty();
        List<FlavorUsage> usages = new ArrayList<>();
        for (ResourceGroup group : queue.spec().resourceGroups()) {
            for (FlavorQuotas flavor : group.flavors()) {
                List<ResourceUsage> resources = new ArrayList<>();
                for (ResourceQuota quota : flavor.resources()) {
                    long total = amounts.getOrDefault(new FlavorResource(flavor.name(), quota.name()), 0L);
                    long borrowed =
                            inCohort ? Math.max(0, total - Amounts.amount(quota.name(), quota.nominalQuota())) : 0;
                    resources.add(new ResourceUsage(
                            quota.name(),
                            Amounts.quantity(quota.name(), total),
                            Amounts.quantity(quota.name(), borrowed)));
                }
                usages.add(new FlavorUsage(flavor.name(), resources));
            }
        }
        return usages;
    }

    static List<LocalQueueFlavorUsage> ofLocalQueue(@Nullable ClusterQueue queue, Map<FlavorResource, Long> amounts) {
        if (queue == null) {
            return List.of();
        }
        return ofClusterQueue(queue, amounts).stream()
                .map(flavor -> new LocalQueueFlavorUsage(
                        flavor.name(),
                        flavor.resources().stream()
                                .map(resource -> new LocalQueueResourceUsage(resource.name(), resource.total()))
                                .toList()))
                .toList();
    }
}
