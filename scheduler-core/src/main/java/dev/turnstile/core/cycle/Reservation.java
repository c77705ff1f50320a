package dev.turnstile.core.cycle;

import dev.turnstile.core.quota.QuotaTree;
import dev.turnstile.core.resource.Amount;
import dev.turnstile.core.resource.FlavorResource;
import dev.turnstile.core.resource.Usage;
import dev.turnstile.core.snapshot.Simulation;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntToLongFunction;

/** Keeps free, for the rest of a cycle, what a head waits for that cannot preempt now. */
final class Reservation {

    private Reservation() {}

    /** At most what is left of the queue's own quota, never less than nothing. */
    static void withinNominal(Simulation simulation, int node, Usage usage) {
        keep(simulation, node, usage, column -> simulation.quotas().nominal(node, column));
    }

    /**
     * At most what is left including what may be borrowed, everything where there is no limit to that, and never less
     * than nothing: a queue above its limit must not make room for others.
     */
    static void withinBorrowingLimit(Simulation simulation, int node, Usage usage) {
        QuotaTree tree = simulation.quotas();
        keep(simulation, node, usage, column -> {
            long limit = tree.borrowingLimit(node, column);
            return limit == QuotaTree.UNLIMITED ? Long.MAX_VALUE : Amount.add(tree.nominal(node, column), limit);
        });
    }

    private static void keep(Simulation simulation, int node, Usage usage, IntToLongFunction most) {
        QuotaTree tree = simulation.quotas();
        Map<FlavorResource, Long> amounts = new LinkedHashMap<>();
        usage.asMap().forEach((wanted, amount) -> {
            int column = tree.column(wanted);
            long left = Amount.subtract(most.applyAsLong(column), simulation.usage(node, column));
            amounts.put(wanted, Math.max(0, Math.min(amount, left)));
        });
        simulation.add(node, Usage.of(amounts));
    }
}
