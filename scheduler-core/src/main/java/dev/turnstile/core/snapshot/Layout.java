package dev.turnstile.core.snapshot;

import dev.turnstile.core.hierarchy.Availability;
import dev.turnstile.core.hierarchy.ClusterQueue;
import dev.turnstile.core.hierarchy.Cohort;
import dev.turnstile.core.hierarchy.CohortForest;
import dev.turnstile.core.hierarchy.FlavorQuotas;
import dev.turnstile.core.hierarchy.Quota;
import dev.turnstile.core.hierarchy.ResourceFlavor;
import dev.turnstile.core.hierarchy.ResourceGroup;
import dev.turnstile.core.hierarchy.SpecificationProblem;
import dev.turnstile.core.quota.QuotaTree;
import dev.turnstile.core.quota.QuotaTree.NodeSpecification;
import dev.turnstile.core.resource.FlavorResource;
import dev.turnstile.core.workload.Admission;
import dev.turnstile.core.workload.Workload;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Lays the specifications out as quota trees, in the order of names, so that the same world gives the same numbers. */
final class Layout {
    private final Map<String, ResourceFlavor> flavors;
    private final CohortForest forest;
    private final SortedMap<String, List<ClusterQueue>> queuesOf = new TreeMap<>();
    private final Map<String, SortedSet<FlavorResource>> usedIn = new LinkedHashMap<>();
    private final List<QuotaTree> trees = new ArrayList<>();
    private final SortedMap<String, Snapshot.Place> places = new TreeMap<>();

    Layout(
            Map<String, ResourceFlavor> flavors,
            Collection<Cohort> cohorts,
            Collection<ClusterQueue> clusterQueues,
            Collection<Workload> reserved) {
        this.flavors = flavors;
        forest = new CohortForest(
                cohorts,
                clusterQueues.stream()
                        .flatMap(queue -> queue.cohort() == null ? null : java.util.stream.Stream.of(queue.cohort()))
                        .toList());
        for (Workload workload : reserved) {
            Admission admission = workload.admission();
            if (admission != null) {
                usedIn.computeIfAbsent(admission.clusterQueue(), name -> new TreeSet<>())
                        .addAll(admission.usage().asMap().keySet());
            }
        }
        for (ClusterQueue queue : clusterQueues) {
            String cohort = queue.cohort();
            if (cohort == null || !forest.cycle(cohort).isEmpty()) {
                addAlone(queue);
            } else {
                queuesOf.computeIfAbsent(cohort, name -> new ArrayList<>()).add(queue);
            }
        }
        for (Cohort cohort : forest.cohorts()) {
            if (cohort.parent() == null) {
                addTree(cohort);
            }
        }
    }

    List<QuotaTree> trees() {
        return trees;
    }

    Snapshot.Structure structure() {
        // Still in the order of names, and found in one step however many there are.
        return new Snapshot.Structure(new LinkedHashMap<>(places), Map.copyOf(flavors));
    }

    private void addAlone(ClusterQueue queue) {
        place(queue, 0);
        trees.add(new QuotaTree(List.of(node(queue, QuotaTree.NO_PARENT)), used(queue)));
    }

    /** A cohort whose children are being laid out. */
    private record Open(Cohort cohort, int node, Iterator<String> children) {}

    /** Each cohort is followed by the trees of its cohorts, then by its queues; as deep as anybody nests them. */
    private void addTree(Cohort root) {
        List<NodeSpecification> nodes = new ArrayList<>();
        SortedSet<FlavorResource> used = new TreeSet<>();
        Deque<Open> open = new ArrayDeque<>();
        open.push(open(root, QuotaTree.NO_PARENT, nodes));
        while (!open.isEmpty()) {
            Open lowest = open.element();
            if (lowest.children().hasNext()) {
                open.push(open(forest.cohort(lowest.children().next()), lowest.node(), nodes));
                continue;
            }
            open.remove();
            for (ClusterQueue queue : queuesOf.getOrDefault(lowest.cohort().name(), List.of())) {
                place(queue, nodes.size());
                nodes.add(node(queue, lowest.node()));
                used.addAll(used(queue));
            }
        }
        trees.add(new QuotaTree(nodes, used));
    }

    private Open open(Cohort cohort, int parent, List<NodeSpecification> nodes) {
        nodes.add(new NodeSpecification(
                cohort.name(), false, parent, Math.max(0, cohort.fairWeight()), quotas(cohort.resourceGroups())));
        return new Open(
                cohort, nodes.size() - 1, forest.childrenOf(cohort.name()).iterator());
    }

    private SortedSet<FlavorResource> used(ClusterQueue queue) {
        SortedSet<FlavorResource> used = usedIn.get(queue.name());
        return used == null ? new TreeSet<>() : used;
    }

    private void place(ClusterQueue queue, int node) {
        places.put(queue.name(), new Snapshot.Place(queue, trees.size(), node, availability(queue)));
    }

    private static NodeSpecification node(ClusterQueue queue, int parent) {
        return new NodeSpecification(
                queue.name(), true, parent, Math.max(0, queue.fairWeight()), quotas(queue.resourceGroups()));
    }

    private static Map<FlavorResource, Quota> quotas(List<ResourceGroup> groups) {
        Map<FlavorResource, Quota> quotas = new TreeMap<>();
        for (ResourceGroup group : groups) {
            for (FlavorQuotas flavor : group.flavors()) {
                flavor.quotas()
                        .forEach((resource, quota) ->
                                quotas.putIfAbsent(new FlavorResource(flavor.flavor(), resource), sane(quota)));
            }
        }
        return quotas;
    }

    private static Quota sane(Quota quota) {
        return new Quota(Math.max(0, quota.nominal()), sane(quota.borrowingLimit()), sane(quota.lendingLimit()));
    }

    private static @Nullable Long sane(@Nullable Long limit) {
        return limit == null ? null : Math.max(0, limit);
    }

    private Availability availability(ClusterQueue queue) {
        String cohort = queue.cohort();
        List<String> cycle = cohort == null ? List.of() : forest.cycle(cohort);
        if (!cycle.isEmpty()) {
            return new Availability.CohortCycle(cycle);
        }
        List<SpecificationProblem> problems = SpecificationProblem.of(queue.resourceGroups(), queue.fairWeight());
        if (!problems.isEmpty()) {
            return new Availability.Invalid(problems);
        }
        List<String> missing = queue.resourceGroups().stream()
                .flatMap(group -> group.flavors().stream())
                .map(FlavorQuotas::flavor)
                .filter(flavor -> !flavors.containsKey(flavor))
                .sorted()
                .toList();
        if (!missing.isEmpty()) {
            return new Availability.FlavorNotFound(missing);
        }
        return queue.held() ? new Availability.Held() : new Availability.Usable();
    }
}
