package dev.turnstile.core.preemption;

import dev.turnstile.core.fairsharing.DominantResourceShare;
import dev.turnstile.core.fairsharing.PreemptionStrategy;
import dev.turnstile.core.fairsharing.TargetOrder;
import dev.turnstile.core.hierarchy.PreemptionPolicy.Candidates;
import dev.turnstile.core.quota.QuotaTree;
import dev.turnstile.core.snapshot.AdmittedWorkload;
import dev.turnstile.core.snapshot.Simulation;
import dev.turnstile.vocabulary.PreemptionReason;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;

/**
 * Victims so that shares even out.
 *
 * <p>Goal: a minimal set of workloads without which the preemptor fits, taken from the queues that borrow most.
 * Constraints: the queue's policies say who is a candidate; a foreign one is taken only if a strategy allows it by the
 * shares, or if the preemptor stays within its nominal quota, to which it is entitled whatever the shares.
 *
 * <p>Steps: the preemptor's usage is added while shares are compared; {@link TargetOrder} names the next queue; its own
 * candidates are taken outright, foreign ones by the first strategy; those it refused are tried with the second, once
 * per queue; then each victim that is not needed is put back. Shares are compared at the two children of the lowest
 * common ancestor that contain preemptor and target. Example: a and b (both nominal 3) share 6; b uses 6, a asks for 2
 * with nominal 1: a's share would be 1/6, b's after losing 2 also 1/6: allowed.
 */
public final class FairVictimSearch implements VictimSearch {
    private final List<PreemptionStrategy> strategies;

    public FairVictimSearch(List<PreemptionStrategy> strategies) {
        this.strategies = strategies.isEmpty()
                ? List.of(
                        PreemptionStrategy.LESS_THAN_OR_EQUAL_TO_FINAL_SHARE,
                        PreemptionStrategy.LESS_THAN_INITIAL_SHARE)
                : List.copyOf(strategies);
    }

    @Override
    public List<Target> search(Simulation simulation, VictimRequest request) {
        List<AdmittedWorkload> candidates = candidates(simulation, request);
        return candidates.isEmpty() ? List.of() : new Search(simulation, request).run(candidates);
    }

    private static List<AdmittedWorkload> candidates(Simulation simulation, VictimRequest request) {
        QuotaTree tree = simulation.quotas();
        List<AdmittedWorkload> found = new ArrayList<>();
        if (request.queue().preemption().withinClusterQueue() != Candidates.NEVER) {
            collect(simulation, request, request.node(), found);
        }
        if (request.queue().preemption().reclaimWithinCohort() == Candidates.NEVER
                || tree.parent(request.node()) == QuotaTree.NO_PARENT) {
            return found;
        }
        Deque<Integer> cohorts = new ArrayDeque<>();
        cohorts.add(0);
        while (!cohorts.isEmpty()) {
            int cohort = cohorts.remove();
            for (int child = 0; child < tree.cohortChildCount(cohort); child++) {
                cohorts.add(tree.child(cohort, child));
            }
            for (int child : simulation.childrenToCheck(cohort)) {
                if (child != request.node() && tree.isClusterQueue(child) && request.exceeds(tree, simulation, child)) {
                    collect(simulation, request, child, found);
                }
            }
        }
        return found;
    }

    private static void collect(Simulation simulation, VictimRequest request, int queue, List<AdmittedWorkload> found) {
        for (AdmittedWorkload workload : simulation.base().workloads(queue)) {
            if (request.hopelessFrom(workload)) {
                return;
            }
            if (!simulation.removed(workload) && request.isCandidate(workload)) {
                found.add(workload);
            }
        }
    }

    private final class Search {
        private final Simulation simulation;
        private final QuotaTree tree;
        private final VictimRequest request;
        private final Comparator<AdmittedWorkload> order;
        private final List<Target> victims = new ArrayList<>();
        private List<AdmittedWorkload> refused = new ArrayList<>();
        private boolean ownTaken;

        Search(Simulation simulation, VictimRequest request) {
            this.simulation = simulation;
            this.tree = simulation.quotas();
            this.request = request;
            this.order = Comparator.comparing(AdmittedWorkload::evicting)
                    .reversed()
                    .thenComparing(workload -> workload.node() == request.node())
                    .thenComparing(AdmittedWorkload.VICTIM_ORDER);
        }

        List<Target> run(List<AdmittedWorkload> candidates) {
            int mark = simulation.mark();
            simulation.add(request.node(), request.demand().usage());
            boolean fits = first(candidates);
            if (!fits && !request.mayBorrow() && ownTaken) {
                // Only now may the preemptor be within its nominal quota, and entitled to what was refused before.
                List<AdmittedWorkload> again = refused;
                refused = new ArrayList<>();
                fits = first(again);
            }
            if (!fits && request.mayBorrow() && strategies.size() > 1) {
                fits = second(refused);
            }
            List<Target> needed = List.of();
            if (fits) {
                simulation.remove(request.node(), request.demand().usage());
                needed = PutBack.spare(simulation, request, victims, request.mayBorrow());
            }
            simulation.undoTo(mark);
            return needed;
        }

        private boolean first(List<AdmittedWorkload> candidates) {
            TargetOrder targets = new TargetOrder(simulation, request.node(), order, candidates);
            boolean entitled = request.withinNominal(tree, simulation);
            for (int queue = targets.next(); queue >= 0; queue = targets.next()) {
                if (queue == request.node()) {
                    ownTaken = true;
                    if (take(targets.take(queue), PreemptionReason.IN_CLUSTER_QUEUE)) {
                        return true;
                    }
                    continue;
                }
                if (!request.mayBorrow()) {
                    entitled = request.withinNominal(tree, simulation);
                }
                if (entitled) {
                    if (take(targets.take(queue), PreemptionReason.IN_COHORT_RECLAMATION)) {
                        return true;
                    }
                } else if (byShare(targets, queue)) {
                    return true;
                }
            }
            return false;
        }

        private boolean byShare(TargetOrder targets, int queue) {
            int ancestor = commonAncestor(queue);
            DominantResourceShare mine = share(below(request.node(), ancestor));
            DominantResourceShare before = share(below(queue, ancestor));
            while (targets.hasCandidates(queue)) {
                AdmittedWorkload candidate = targets.take(queue);
                if (request.mayBorrow() && allowed(candidate, mine, before, below(queue, ancestor))) {
                    // The shares are different now: the next victim may be due from another queue.
                    return take(candidate, PreemptionReason.IN_COHORT_FAIR_SHARING);
                }
                refused.add(candidate);
            }
            return false;
        }

        private boolean allowed(
                AdmittedWorkload candidate, DominantResourceShare mine, DominantResourceShare before, int targetNode) {
            int mark = simulation.mark();
            simulation.remove(candidate);
            DominantResourceShare after = share(targetNode);
            simulation.undoTo(mark);
            return strategies.getFirst().allows(mine, before, after);
        }

        private boolean second(List<AdmittedWorkload> candidates) {
            TargetOrder targets = new TargetOrder(simulation, request.node(), order, candidates);
            PreemptionStrategy strategy = strategies.get(1);
            for (int queue = targets.next(); queue >= 0; queue = targets.next()) {
                int ancestor = commonAncestor(queue);
                DominantResourceShare mine = share(below(request.node(), ancestor));
                DominantResourceShare before = share(below(queue, ancestor));
                AdmittedWorkload candidate = targets.take(queue);
                if (strategy.allows(mine, before, before) && take(candidate, PreemptionReason.IN_COHORT_FAIR_SHARING)) {
                    return true;
                }
                targets.drop(queue);
            }
            return false;
        }

        private boolean take(AdmittedWorkload candidate, PreemptionReason reason) {
            simulation.remove(candidate);
            victims.add(new Target(candidate, reason));
            int mark = simulation.mark();
            simulation.remove(request.node(), request.demand().usage());
            boolean fits = request.demand().fits(tree, simulation, request.node(), request.mayBorrow());
            simulation.undoTo(mark);
            return fits;
        }

        private DominantResourceShare share(int node) {
            return DominantResourceShare.of(tree, simulation, node);
        }

        private int commonAncestor(int queue) {
            for (int mine = tree.parent(request.node()); mine != QuotaTree.NO_PARENT; mine = tree.parent(mine)) {
                for (int other = tree.parent(queue); other != QuotaTree.NO_PARENT; other = tree.parent(other)) {
                    if (mine == other) {
                        return mine;
                    }
                }
            }
            return 0;
        }

        private int below(int queue, int ancestor) {
            int node = queue;
            while (tree.parent(node) != ancestor) {
                node = tree.parent(node);
            }
            return node;
        }
    }
}
