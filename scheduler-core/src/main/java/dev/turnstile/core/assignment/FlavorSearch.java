package dev.turnstile.core.assignment;

import dev.turnstile.core.hierarchy.ClusterQueue;
import dev.turnstile.core.hierarchy.PreemptionPolicy.Candidates;
import dev.turnstile.core.preemption.Target;
import dev.turnstile.core.quota.QuotaArithmetic;
import dev.turnstile.core.quota.QuotaArithmetic.Reach;
import dev.turnstile.core.quota.QuotaTree;
import dev.turnstile.core.resource.Amount;
import dev.turnstile.core.resource.FlavorResource;
import dev.turnstile.core.snapshot.AdmittedWorkload;
import dev.turnstile.core.snapshot.Simulation;
import dev.turnstile.core.workload.AdmissionConstraints;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How one resource could be had in one flavor: now, by preemption, by borrowing, or not. */
final class FlavorSearch {

    /** The answer; no obstacle where it fits. */
    record Answer(FlavorMode mode, int borrowing, @Nullable Obstacle obstacle) {}

    private final Simulation simulation;
    private final QuotaTree tree;
    private final ClusterQueue queue;
    private final int node;
    private final AdmissionConstraints constraints;
    private final boolean fairSharing;
    private final PreemptionOracle oracle;

    FlavorSearch(
            Simulation simulation,
            ClusterQueue queue,
            int node,
            AdmissionConstraints constraints,
            boolean fairSharing,
            PreemptionOracle oracle) {
        this.simulation = simulation;
        this.tree = simulation.quotas();
        this.queue = queue;
        this.node = node;
        this.constraints = constraints;
        this.fairSharing = fairSharing;
        this.oracle = oracle;
    }

    Answer find(FlavorResource wanted, long earlier, long request) {
        int column = tree.column(wanted);
        long amount = Amount.add(earlier, request);
        long maximum = column < 0 ? 0 : tree.potentialAvailable(node, column);
        if (column < 0 || amount > maximum) {
            return new Answer(
                    FlavorMode.NO_FIT,
                    0,
                    new Obstacle.ExceedsMaximum(wanted.resource(), wanted.flavor(), earlier, request, maximum));
        }
        if (amount == 0) {
            // Nothing is always to be had, even where quota was taken away and less than nothing is left.
            return new Answer(FlavorMode.FIT, 0, null);
        }
        boolean mayBorrow = !constraints.cannotBorrow() || tree.parent(node) == QuotaTree.NO_PARENT;
        return mayBorrow ? withQuota(wanted, column, amount) : withinNominal(wanted, column, amount);
    }

    /**
     * Without borrowing, there is only what is left of the queue's own quota, or what its preemption makes free of it.
     */
    private Answer withinNominal(FlavorResource wanted, int column, long amount) {
        long available = QuotaArithmetic.available(tree, simulation, node, column);
        long own = Amount.subtract(tree.nominal(node, column), simulation.usage(node, column));
        if (amount <= Math.min(available, own)) {
            return new Answer(FlavorMode.FIT, 0, null);
        }
        boolean mayHelp = tree.nominal(node, column) >= amount;
        Obstacle obstacle = mayHelp && amount > available
                ? new Obstacle.Shortage(
                        wanted.resource(), wanted.flavor(), Amount.subtract(amount, Math.min(available, own)), true)
                : new Obstacle.BorrowingForbidden(
                        wanted.resource(), wanted.flavor(), Amount.subtract(amount, Math.max(0, own)));
        if (!mayHelp) {
            return new Answer(FlavorMode.NO_FIT, 0, obstacle);
        }
        List<Target> victims = victims(column, amount);
        return victims.isEmpty()
                ? new Answer(FlavorMode.NO_CANDIDATES, 0, obstacle)
                : new Answer(mode(victims), 0, obstacle);
    }

    private List<Target> victims(int column, long amount) {
        return constraints.cannotPreempt() ? List.of() : oracle.victims(column, amount);
    }

    private FlavorMode mode(List<Target> victims) {
        boolean own = victims.stream().anyMatch(victim -> victim.workload().node() == node);
        return own ? FlavorMode.PREEMPT : FlavorMode.RECLAIM;
    }

    private Answer withQuota(FlavorResource wanted, int column, long amount) {
        Reach reach = QuotaArithmetic.reach(tree, simulation, node, column, amount);
        long available = QuotaArithmetic.available(tree, simulation, node, column);
        if (amount <= available) {
            return new Answer(FlavorMode.FIT, reach.level(), null);
        }
        long missing = Amount.subtract(amount, available);
        boolean mayHelp = tree.nominal(node, column) >= amount || reach.belowRoot() || mayPreemptWhileBorrowing();
        Obstacle shortage = new Obstacle.Shortage(wanted.resource(), wanted.flavor(), missing, mayHelp);
        if (!mayHelp) {
            return new Answer(FlavorMode.NO_FIT, reach.level(), shortage);
        }
        List<Target> victims = victims(column, amount);
        if (victims.isEmpty()) {
            return new Answer(FlavorMode.NO_CANDIDATES, reach.level(), shortage);
        }
        List<AdmittedWorkload> gone = victims.stream().map(Target::workload).toList();
        int level;
        try (Simulation.Without _ = simulation.without(gone)) {
            level = QuotaArithmetic.reach(tree, simulation, node, column, amount)
                    .level();
        }
        return new Answer(mode(victims), level, shortage);
    }

    private boolean mayPreemptWhileBorrowing() {
        return queue.preemption().borrowWithinCohort().lowerPriority()
                || (fairSharing && queue.preemption().reclaimWithinCohort() != Candidates.NEVER);
    }
}
