package dev.turnstile.manager.console;

import dev.turnstile.core.quota.QuotaTree;
import dev.turnstile.core.resource.FlavorResource;
import dev.turnstile.manager.console.ConsoleView.ClusterQueues;
import dev.turnstile.manager.console.ConsoleView.NextWorkload;
import dev.turnstile.manager.console.ConsoleView.QuotaBar;
import dev.turnstile.manager.console.QuotaSums.Figures;
import dev.turnstile.manager.console.QuotaSums.Member;
import dev.turnstile.model.kueue.ClusterQueue;
import dev.turnstile.model.kueue.Cohort;
import dev.turnstile.model.meta.Absent;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The cohort trees of one cluster, drawn from what its queues say of themselves.
 *
 * <p>A Cohort that is only named is there as well. One that stands in a cycle is drawn as a root, once, so that the
 * cycle can be seen and the drawing ends.
 */
final class QueuePicture {
    /** Each is seven numbers: more would be a way to take the memory of the manager. */
    private static final int MOST_CELLS = 500_000;

    private final SortedMap<String, Cohort> cohorts = new TreeMap<>();
    private final SortedMap<String, String> parents = new TreeMap<>();
    private final SortedMap<String, SortedSet<String>> cohortsBelow = new TreeMap<>();
    private final SortedMap<String, SortedMap<String, ClusterQueue>> queuesBelow = new TreeMap<>();
    private final SortedMap<String, ClusterQueue> alone = new TreeMap<>();
    private final List<Tree> trees = new ArrayList<>();

    /** Somebody in a tree; the queue is null for a Cohort. */
    record Place(@Nullable ClusterQueue queue, Member member) {}

    /** What hangs together. */
    private record Tree(List<Place> places, QuotaSums sums) {
        static Tree of(List<Place> places) {
            long cells = (long) places.size()
                    * places.stream()
                            .flatMap(place -> Stream.concat(
                                    place.member().quotas().keySet().stream(),
                                    place.member().reserved().keySet().stream()))
                            .distinct()
                            .count();
            if (cells > MOST_CELLS) {
                throw new IllegalArgumentException("the tree of "
                        + places.getFirst().member().name() + " has " + cells
                        + " amounts of quota (its Cohorts and ClusterQueues times its flavors and resources), of which"
                        + " at most " + MOST_CELLS + " are shown");
            }
            return new Tree(
                    places, new QuotaSums(places.stream().map(Place::member).toList()));
        }
    }

    /** A ClusterQueue in its tree, from which follows what it could still give. */
    record Room(ClusterQueue queue, QuotaSums sums, int member) {}

    QueuePicture(Collection<ClusterQueue> queues, Collection<Cohort> declared) {
        for (var cohort : declared) {
            var name = String.valueOf(cohort.metadata().getName());
            cohorts.put(name, cohort);
            place(name, cohort.spec().parentName());
        }
        for (var queue : queues) {
            var name = String.valueOf(queue.metadata().getName());
            var cohort = queue.spec().cohortName();
            if (cohort == null || cohort.isEmpty()) {
                alone.put(name, queue);
            } else {
                place(cohort, null);
                queuesBelow.computeIfAbsent(cohort, _ -> new TreeMap<>()).put(name, queue);
            }
        }
        plant();
    }

    private void place(String cohort, @Nullable String parent) {
        cohortsBelow.computeIfAbsent(cohort, _ -> new TreeSet<>());
        if (parent != null && !parent.isEmpty()) {
            parents.put(cohort, parent);
            cohortsBelow.computeIfAbsent(parent, _ -> new TreeSet<>()).add(cohort);
        }
    }

    private void plant() {
        var drawn = new HashSet<String>();
        for (var cohort : cohortsBelow.keySet()) {
            if (!parents.containsKey(cohort)) {
                plant(cohort, drawn);
            }
        }
        for (var cohort : cohortsBelow.keySet()) {
            if (!drawn.contains(cohort)) {
                plant(cohort, drawn);
            }
        }
        alone.forEach((name, queue) -> trees.add(Tree.of(List.of(place(name, queue, QuotaTree.NO_PARENT)))));
    }

    private void plant(String root, Set<String> drawn) {
        var places = new ArrayList<Place>();
        grow(root, places, drawn);
        trees.add(Tree.of(places));
    }

    /** A Cohort whose children are being added. */
    private record Open(String cohort, int index, Iterator<String> children) {}

    /** Each Cohort is followed by the trees of its Cohorts, then by its queues; as deep as anybody nests them. */
    private void grow(String root, List<Place> places, Set<String> drawn) {
        var open = new ArrayDeque<Open>();
        open.push(open(root, QuotaTree.NO_PARENT, places, drawn));
        while (!open.isEmpty()) {
            var lowest = open.element();
            if (lowest.children().hasNext()) {
                var child = lowest.children().next();
                if (!drawn.contains(child)) {
                    open.push(open(child, lowest.index(), places, drawn));
                }
                continue;
            }
            open.remove();
            Absent.orElse(queuesBelow.get(lowest.cohort()), new TreeMap<String, ClusterQueue>())
                    .forEach((name, queue) -> places.add(place(name, queue, lowest.index())));
        }
    }

    private Open open(String cohort, int parent, List<Place> places, Set<String> drawn) {
        drawn.add(cohort);
        var declared = cohorts.get(cohort);
        var quotas = QuotaReader.quotas(
                declared == null ? List.of() : declared.spec().resourceGroups());
        places.add(new Place(null, new Member(cohort, false, parent, quotas, Map.of())));
        return new Open(
                cohort,
                places.size() - 1,
                Absent.orElse(cohortsBelow.get(cohort), new TreeSet<String>()).iterator());
    }

    private static Place place(String name, ClusterQueue queue, int parent) {
        return new Place(
                queue,
                new Member(
                        name,
                        true,
                        parent,
                        QuotaReader.quotas(queue.spec().resourceGroups()),
                        QuotaReader.reserved(queue)));
    }

    /**
     * Draws them.
     *
     * @param next who is to come, by ClusterQueue
     */
    ClusterQueues draw(String cluster, Map<String, List<NextWorkload>> next) {
        return new ClusterQueues(
                cluster,
                trees.stream()
                        .map(tree -> new TreeDrawing(tree.places(), tree.sums(), next).root())
                        .toList());
    }

    /** All that the cluster has, as one. */
    List<QuotaBar> total() {
        var total = new TreeMap<FlavorResource, Figures>();
        for (var tree : trees) {
            for (var key : tree.sums().of(0)) {
                total.merge(
                        key,
                        tree.sums().figures(0, key),
                        (one, other) ->
                                new Figures(one.nominal() + other.nominal(), one.used() + other.used(), 0, 0, 0));
            }
        }
        return total.entrySet().stream()
                .map(each -> QuotaBars.bar(
                        each.getKey(),
                        new Figures(each.getValue().nominal(), each.getValue().used(), 0, 0, 0),
                        false))
                .toList();
    }

    /** The queue of that name; empty where there is none, or it cannot be seen. */
    Optional<Room> room(String clusterQueue) {
        for (var tree : trees) {
            for (int index = 0; index < tree.places().size(); index++) {
                var queue = tree.places().get(index).queue();
                if (queue != null && tree.places().get(index).member().name().equals(clusterQueue)) {
                    return Optional.of(new Room(queue, tree.sums(), index));
                }
            }
        }
        return Optional.empty();
    }
}
