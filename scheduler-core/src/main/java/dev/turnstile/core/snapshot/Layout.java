package dev.turnstile.core.snapshot;

import dev.turnstile.core.hierarchy.Availability;
import dev.turnstile.core.hierarchy.ClusterQueue;
import dev.turnstile.core.hierarchy.Cohort;
import dev.turnstile.core.hierarchy.CohortForest;
import dev.turnstile.core.hierarchy.FlavorQuotas;
import dev.turnstile.core.hierarchy.Quota;
import dev.turnstile.core.hierarchy.ResourceFlavor;
import dev.turnstile.core.hierarchy.ResourceGroup;
import dev.turnstile.core.hierarchy.Specification;
import dev.turnstile.core.hierarchy.SpecificationProblem;
import dev.turnstile.core.quota.QuotaTree;
import dev.turnstile.core.quota.QuotaTree.NodeSpecification;
import dev.turnstile.core.resource.FlavorResource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Lays the specifications out as quota trees, in the order of names, so that the same world gives the same numbers. A
 * tree whose cohorts and ClusterQueues are those of an earlier layout is taken from there.
 */
final class Layout {
    /**
     * A tree, and what it was made from.
     *
     * @param specifications its cohorts and ClusterQueues, in the order of its nodes
     */
    record LaidOut(List<Specification> specifications, QuotaTree quotas) {}

    /** A node whose tree is being collected. */
    private record Node(Specification specification, int parent) {}

    private final Map<String, ResourceFlavor> flavors;
    private final CohortForest forest;
    private final Function<String, Set<FlavorResource>> usedIn;
    private final Map<Specification, LaidOut> earlier;
    private final SortedMap<String, List<ClusterQueue>> queuesOf = new TreeMap<>();
    private final List<LaidOut> trees = new ArrayList<>();
    private final SortedMap<String, Snapshot.Place> places = new TreeMap<>();

    /**
     * @param usedIn what workloads use in a ClusterQueue, be it specified or not
     * @param earlier trees that may be taken over, by the specification of their root; with the same flavors
     */
    Layout(
            Map<String, ResourceFlavor> flavors,
            Collection<Cohort> cohorts,
            Collection<ClusterQueue> clusterQueues,
            Function<String, Set<FlavorResource>> usedIn,
            Map<Specification, LaidOut> earlier) {
        this.flavors = flavors;
        this.usedIn = usedIn;
        this.earlier = earlier;
        forest = new CohortForest(
                cohorts,
                clusterQueues.stream()
                        .flatMap(queue -> queue.cohort() == null ? null : java.util.stream.Stream.of(queue.cohort()))
                        .toList());
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

    List<LaidOut> trees() {
        return trees;
    }

    Snapshot.Structure structure() {
        // Still in the order of names, and found in one step however many there are.
        return new Snapshot.Structure(new LinkedHashMap<>(places), Map.copyOf(flavors));
    }

    private void addAlone(ClusterQueue queue) {
        add(List.of(new Node(queue, QuotaTree.NO_PARENT)));
    }

    /** A cohort whose children are being laid out. */
    private record Open(Cohort cohort, int node, Iterator<String> children) {}

    /** Each cohort is followed by the trees of its cohorts, then by its queues; as deep as anybody nests them. */
    private void addTree(Cohort root) {
        List<Node> nodes = new ArrayList<>();
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
                nodes.add(new Node(queue, lowest.node()));
            }
        }
        add(nodes);
    }

    private Open open(Cohort cohort, int parent, List<Node> nodes) {
        nodes.add(new Node(cohort, parent));
        return new Open(
                cohort, nodes.size() - 1, forest.childrenOf(cohort.name()).iterator());
    }

    private void add(List<Node> nodes) {
        for (int node = 0; node < nodes.size(); node++) {
            if (nodes.get(node).specification() instanceof ClusterQueue queue) {
                places.put(queue.name(), new Snapshot.Place(queue, trees.size(), node, availability(queue)));
            }
        }
        List<Specification> specifications =
                nodes.stream().map(Node::specification).toList();
        LaidOut before = earlier.get(specifications.getFirst());
        trees.add(
                before != null && before.specifications().equals(specifications)
                        ? before
                        : new LaidOut(specifications, tree(nodes)));
    }

    private QuotaTree tree(List<Node> nodes) {
        SortedSet<FlavorResource> used = new TreeSet<>();
        List<NodeSpecification> specified = new ArrayList<>();
        for (Node node : nodes) {
            Specification specification = node.specification();
            boolean clusterQueue = specification instanceof ClusterQueue;
            if (clusterQueue) {
                used.addAll(usedIn.apply(specification.name()));
            }
            specified.add(new NodeSpecification(
                    specification.name(),
                    clusterQueue,
                    node.parent(),
                    Math.max(0, specification.fairWeight()),
                    quotas(specification.resourceGroups())));
        }
        return new QuotaTree(specified, used);
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
