package dev.turnstile.manager.console;

import dev.turnstile.core.hierarchy.Quota;
import dev.turnstile.core.resource.FlavorResource;
import dev.turnstile.core.resource.QuantityText;
import dev.turnstile.model.kueue.ClusterQueue;
import dev.turnstile.model.kueue.ResourceGroup;
import dev.turnstile.model.quantity.Quantity;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Quotas as the core counts them: thousandths of cpu, units of everything else. */
final class QuotaReader {

    private QuotaReader() {}

    static Map<FlavorResource, Quota> quotas(List<ResourceGroup> groups) {
        var quotas = new TreeMap<FlavorResource, Quota>();
        for (var group : groups) {
            for (var flavor : group.flavors()) {
                for (var resource : flavor.resources()) {
                    quotas.put(
                            new FlavorResource(flavor.name(), resource.name()),
                            new Quota(
                                    amount(resource.name(), resource.nominalQuota()),
                                    limit(resource.name(), resource.borrowingLimit()),
                                    limit(resource.name(), resource.lendingLimit())));
                }
            }
        }
        return quotas;
    }

    /** What is reserved in a queue. */
    static Map<FlavorResource, Long> reserved(ClusterQueue queue) {
        var reserved = new TreeMap<FlavorResource, Long>();
        for (var flavor : queue.status().flavorsReservation()) {
            for (var resource : flavor.resources()) {
                var total = resource.total();
                if (total != null) {
                    reserved.put(new FlavorResource(flavor.name(), resource.name()), amount(resource.name(), total));
                }
            }
        }
        return reserved;
    }

    private static @Nullable Long limit(String resource, @Nullable Quantity quantity) {
        return quantity == null ? null : amount(resource, quantity);
    }

    static long amount(String resource, Quantity quantity) {
        return resource.equals(QuantityText.CPU) ? quantity.milliValue() : quantity.value();
    }
}
