package dev.turnstile.core.cycle;

import dev.turnstile.core.quota.QuotaTree;
import dev.turnstile.core.resource.Amount;
import dev.turnstile.core.resource.FlavorResource;
import dev.turnstile.core.resource.Usage;
import dev.turnstile.core.snapshot.Simulation;
import java.util.LinkedHashMap;
import java.util.Map;

/** Keeps free, for the rest of a cycle, what a head waits for that can not preempt now. */
final class Reservation {

    private Reservation() {}

    /** At most what is left of the queue's own quota, never less than nothing. */
    static void withinNominal(Simulation simulation, int node, Usage usage) {
        QuotaTree tree = simulation.quotas();
        Map<FlavorResource, Long> amounts = new LinkedHashMap<>();
        usage.asMap().forEach((wanted, amount) -> {
            int column = tree.column(wanted);
            long left = Amount.subtract(tree.nominal(node, column), simulation.usage(node, column));
            amounts.put(wanted, Math.max(0, Math.min(amount, left)));
        });
        simulation.add(node, Usage.of(amounts));
    }

    /** At most what is left including what may be borrowed; everything where there is no limit to that. */
    static void withinBorrowingLimit(Simulation simulation, int node, Usage usage) {
        QuotaTree tree = simulation.quotas();
        Map<FlavorResource, Long> amounts = new LinkedHashMap<>();
        usage.asMap().forEach((wanted, amount) -> {
            int column = tree.column(wanted);
            long limit = tree.borrowingLimit(node, column);
            long most = Amount.add(tree.nominal(node, column), limit);
            amounts.put(
                    wanted,
                    limit == QuotaTree.UNLIMITED
                            ? amount
                            : Math.min(amount, Amount.subtract(most, simulation.usage(node, column))));
        });
        simulation.add(node, Usage.of(amounts));
    }
}
