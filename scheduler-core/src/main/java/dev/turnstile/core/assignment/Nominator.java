package dev.turnstile.core.assignment;

import dev.turnstile.core.hierarchy.ResourceFlavor;
import dev.turnstile.core.preemption.Demand;
import dev.turnstile.core.preemption.Target;
import dev.turnstile.core.preemption.VictimRequest;
import dev.turnstile.core.preemption.VictimSearch;
import dev.turnstile.core.quota.QuotaTree;
import dev.turnstile.core.resource.FlavorResource;
import dev.turnstile.core.resource.Usage;
import dev.turnstile.core.snapshot.Simulation;
import dev.turnstile.core.snapshot.Snapshot;
import dev.turnstile.core.workload.AdmissionConstraints;
import dev.turnstile.core.workload.QueueOrder;
import dev.turnstile.core.workload.Workload;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Nominates a workload: finds flavors, and victims where it takes some; fewer pods where that is allowed. */
@SuppressWarnings("exports") // only packages of the core call it
public final class Nominator {
    private final Function<String, @Nullable ResourceFlavor> flavors;
    private final VictimSearch victimSearch;
    private final boolean fairSharing;
    private final QueueOrder queueOrder;
    private final long cycle;

    public Nominator(
            Function<String, @Nullable ResourceFlavor> flavors,
            VictimSearch victimSearch,
            boolean fairSharing,
            QueueOrder queueOrder,
            long cycle) {
        this.flavors = flavors;
        this.victimSearch = victimSearch;
        this.fairSharing = fairSharing;
        this.queueOrder = queueOrder;
        this.cycle = cycle;
    }

    /**
     * @param progress where the last search for flavors stopped, if that still counts
     * @param nominated where the nomination is computed again: the flavors that may be considered
     * @param mayShrink whether fewer pods may be tried
     */
    public NominatedAssignment nominate(
            Simulation simulation,
            Snapshot.Place place,
            Workload workload,
            AdmissionConstraints constraints,
            @Nullable FlavorProgress progress,
            @Nullable Assignment nominated,
            boolean mayShrink) {
        QuotaTree tree = simulation.quotas();
        PreemptionOracle oracle = (column, amount) -> {
            boolean[] contested = new boolean[tree.columns()];
            contested[column] = true;
            Demand demand = new Demand(tree, Usage.of(Map.of(tree.flavorResource(column), amount)));
            return victimSearch.search(simulation, request(place, workload, constraints, demand, contested));
        };
        FlavorAssigner assigner = new FlavorAssigner(
                place.clusterQueue(),
                workload,
                flavors,
                new FlavorSearch(simulation, place.clusterQueue(), place.node(), constraints, fairSharing, oracle),
                progress,
                nominated,
                new FlavorAssigner.SearchTime(simulation.base().generation(place.node()), cycle));
        Function<int[], NominatedAssignment> nominate = counts -> {
            Assignment assignment = assigner.assign(counts);
            return new NominatedAssignment(assignment, victims(simulation, place, workload, constraints, assignment));
        };
        int[] full =
                workload.podSets().stream().mapToInt(podSet -> podSet.count()).toArray();
        NominatedAssignment whole = nominate.apply(full);
        if (whole.possible() || !mayShrink || !workload.mayBePartiallyAdmitted()) {
            return whole;
        }
        NominatedAssignment reduced = new PodSetReducer(workload.podSets()).largest(counts -> {
            NominatedAssignment attempt = nominate.apply(counts);
            return attempt.possible() ? attempt : null;
        });
        return reduced == null ? whole : reduced;
    }

    private List<Target> victims(
            Simulation simulation,
            Snapshot.Place place,
            Workload workload,
            AdmissionConstraints constraints,
            Assignment assignment) {
        if (assignment.mode() != Mode.PREEMPT || constraints.cannotPreempt()) {
            return List.of();
        }
        QuotaTree tree = simulation.quotas();
        boolean[] contested = new boolean[tree.columns()];
        for (PodSetResult podSet : assignment.podSets()) {
            podSet.choices().forEach((resource, choice) -> {
                if (choice.mode() == Mode.PREEMPT) {
                    contested[tree.column(new FlavorResource(choice.flavor(), resource))] = true;
                }
            });
        }
        Demand demand = new Demand(tree, assignment.usage());
        return victimSearch.search(simulation, request(place, workload, constraints, demand, contested));
    }

    private VictimRequest request(
            Snapshot.Place place,
            Workload workload,
            AdmissionConstraints constraints,
            Demand demand,
            boolean[] contested) {
        return new VictimRequest(
                workload,
                place.clusterQueue(),
                place.node(),
                demand,
                contested,
                !constraints.cannotBorrow(),
                queueOrder);
    }
}
