package dev.turnstile.manager.console;

import dev.turnstile.manager.console.ConsoleView.QuotaBar;
import dev.turnstile.model.kueue.ClusterQueue;
import dev.turnstile.model.kueue.ResourceGroup;
import dev.turnstile.model.quantity.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Amounts by flavor and resource, that can be added up and drawn. */
record Quotas(SortedMap<Key, Amounts> amounts) {

    /** One bar. */
    record Key(String flavor, String resource) implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            int byFlavor = flavor.compareTo(other.flavor);
            return byFlavor != 0 ? byFlavor : resource.compareTo(other.resource);
        }
    }

    /** What a bar shows. */
    record Amounts(Quantity nominal, Quantity used, Quantity borrowed) {
        static final Amounts NONE = new Amounts(Quantity.ZERO, Quantity.ZERO, Quantity.ZERO);

        Amounts plus(Amounts other) {
            return new Amounts(nominal.plus(other.nominal), used.plus(other.used), borrowed.plus(other.borrowed));
        }
    }

    static Quotas none() {
        return new Quotas(new TreeMap<>());
    }

    static Quotas nominal(List<ResourceGroup> groups) {
        var amounts = new TreeMap<Key, Amounts>();
        for (var group : groups) {
            for (var flavor : group.flavors()) {
                for (var resource : flavor.resources()) {
                    amounts.merge(
                            new Key(flavor.name(), resource.name()),
                            new Amounts(resource.nominalQuota(), Quantity.ZERO, Quantity.ZERO),
                            Amounts::plus);
                }
            }
        }
        return new Quotas(amounts);
    }

    /** What a queue has and what is reserved of it. */
    static Quotas of(ClusterQueue queue) {
        var amounts = new TreeMap<>(nominal(queue.spec().resourceGroups()).amounts());
        for (var flavor : queue.status().flavorsReservation()) {
            for (var resource : flavor.resources()) {
                var used = resource.total() == null ? Quantity.ZERO : resource.total();
                var borrowed = resource.borrowed() == null ? Quantity.ZERO : resource.borrowed();
                amounts.merge(
                        new Key(flavor.name(), resource.name()),
                        new Amounts(Quantity.ZERO, used, borrowed),
                        Amounts::plus);
            }
        }
        return new Quotas(amounts);
    }

    Quotas plus(Quotas other) {
        var sum = new TreeMap<>(amounts);
        other.amounts.forEach((key, more) -> sum.merge(key, more, Amounts::plus));
        return new Quotas(sum);
    }

    /** Of a queue: what it has borrowed lies beyond its own. */
    List<QuotaBar> bars() {
        var bars = new ArrayList<QuotaBar>();
        amounts.forEach((key, each) -> {
            var own = each.used().minus(each.borrowed());
            double whole = each.nominal().max(each.used()).amount().doubleValue();
            bars.add(new QuotaBar(
                    key.flavor(),
                    key.resource(),
                    each.nominal().toString(),
                    each.used().toString(),
                    each.borrowed().isZero() ? "" : each.borrowed().toString(),
                    "",
                    part(own, whole),
                    part(each.borrowed(), whole)));
        });
        return bars;
    }

    /** Of a cohort: what some of its queues have borrowed, others have lent. */
    List<QuotaBar> barsOfCohort() {
        var bars = new ArrayList<QuotaBar>();
        amounts.forEach((key, each) -> {
            double whole = each.nominal().max(each.used()).amount().doubleValue();
            bars.add(new QuotaBar(
                    key.flavor(),
                    key.resource(),
                    each.nominal().toString(),
                    each.used().toString(),
                    "",
                    each.borrowed().isZero() ? "" : each.borrowed().toString(),
                    part(each.used(), whole),
                    0));
        });
        return bars;
    }

    private static double part(Quantity amount, double whole) {
        return whole == 0 ? 0 : Math.clamp(amount.amount().doubleValue() / whole, 0, 1);
    }
}
