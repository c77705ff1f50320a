package dev.turnstile.manager.console;

import dev.turnstile.core.quota.QuotaTree;
import dev.turnstile.core.resource.FlavorResource;
import dev.turnstile.core.resource.QuantityText;
import dev.turnstile.manager.console.ConsoleView.ClusterQueues;
import dev.turnstile.manager.console.ConsoleView.NextWorkload;
import dev.turnstile.manager.console.ConsoleView.QueueNode;
import dev.turnstile.manager.console.ConsoleView.QuotaBar;
import dev.turnstile.manager.console.QuotaSums.Figures;
import dev.turnstile.manager.console.QuotaSums.Member;
import dev.turnstile.model.condition.Condition;
import dev.turnstile.model.condition.Conditions;
import dev.turnstile.model.kueue.ClusterQueue;
import dev.turnstile.model.kueue.Cohort;
import dev.turnstile.model.meta.Absent;
import dev.turnstile.vocabulary.ConditionType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The cohort trees of one cluster, drawn from what its queues say of themselves.
 *
 * <p>A Cohort that is only named is there as well. One that stands in a cycle is drawn as a root, once, so that the
 * cycle can be seen and the drawing ends.
 */
final class QueuePicture {

    private final SortedMap<String, Cohort> cohorts = new TreeMap<>();
    private final SortedMap<String, String> parents = new TreeMap<>();
    private final SortedMap<String, SortedSet<String>> cohortsBelow = new TreeMap<>();
    private final SortedMap<String, SortedMap<String, ClusterQueue>> queuesBelow = new TreeMap<>();
    private final SortedMap<String, ClusterQueue> alone = new TreeMap<>();
    private final List<Tree> trees = new ArrayList<>();

    /** Somebody in a tree; the queue is null for a Cohort. */
    private record Place(@Nullable ClusterQueue queue, Member member) {}

    /** What hangs together. */
    private record Tree(List<Place> places, QuotaSums sums) {
        static Tree of(List<Place> places) {
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
        grow(root, QuotaTree.NO_PARENT, places, drawn);
        trees.add(Tree.of(places));
    }

    private void grow(String cohort, int parent, List<Place> places, Set<String> drawn) {
        drawn.add(cohort);
        int index = places.size();
        var declared = cohorts.get(cohort);
        var quotas = QuotaReader.quotas(
                declared == null ? List.of() : declared.spec().resourceGroups());
        places.add(new Place(null, new Member(cohort, false, parent, quotas, Map.of())));
        for (var child : Absent.orElse(cohortsBelow.get(cohort), new TreeSet<String>())) {
            if (!drawn.contains(child)) {
                grow(child, index, places, drawn);
            }
        }
        Absent.orElse(queuesBelow.get(cohort), new TreeMap<String, ClusterQueue>())
                .forEach((name, queue) -> places.add(place(name, queue, index)));
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
                cluster, trees.stream().map(tree -> node(tree, 0, next)).toList());
    }

    private static QueueNode node(Tree tree, int index, Map<String, List<NextWorkload>> next) {
        var place = tree.places().get(index);
        var name = place.member().name();
        var bars = tree.sums().of(index).stream()
                .map(key -> bar(key, tree.sums().figures(index, key), place.queue() != null))
                .toList();
        var queue = place.queue();
        if (queue != null) {
            return new QueueNode(
                    "ClusterQueue",
                    name,
                    Absent.orElse(queue.status().pendingWorkloads(), 0),
                    Absent.orElse(queue.status().admittedWorkloads(), 0),
                    inactive(queue),
                    bars,
                    Absent.orElse(next.get(name), List.of()),
                    List.of());
        }
        var children = new ArrayList<QueueNode>();
        for (int each = index + 1; each < tree.places().size(); each++) {
            if (tree.places().get(each).member().parent() == index) {
                children.add(node(tree, each, next));
            }
        }
        return new QueueNode(
                "Cohort",
                name,
                children.stream().mapToInt(QueueNode::pending).sum(),
                children.stream().mapToInt(QueueNode::admitted).sum(),
                "",
                bars,
                List.of(),
                children);
    }

    private static String inactive(ClusterQueue queue) {
        return Conditions.find(queue.status().conditions(), ConditionType.ACTIVE)
                .filter(condition -> !condition.holds())
                .map(Condition::message)
                .orElse("");
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
                .map(each -> bar(
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

    /** A queue's quota that others use is free as far as the queue goes; among those of a cohort it is used. */
    private static QuotaBar bar(FlavorResource key, Figures figures, boolean queue) {
        double whole = (double) Math.max(figures.nominal(), figures.used());
        long own = figures.used() - figures.borrowed();
        return new QuotaBar(
                key.flavor(),
                key.resource(),
                QuantityText.of(key.resource(), figures.nominal()),
                QuantityText.of(key.resource(), figures.used()),
                figures.borrowed() == 0 ? "" : QuantityText.of(key.resource(), figures.borrowed()),
                lent(key.resource(), figures),
                part(own, whole),
                part(figures.borrowed(), whole),
                queue ? part(figures.lentAtMost(), whole) : 0);
    }

    private static String lent(String resource, Figures figures) {
        var most = QuantityText.of(resource, figures.lentAtMost());
        if (figures.lentAtMost() == figures.lentAtLeast()) {
            return figures.lentAtMost() == 0 ? "" : most;
        }
        return figures.lentAtLeast() == 0
                ? "up to " + most
                : QuantityText.of(resource, figures.lentAtLeast()) + " to " + most;
    }

    private static double part(long amount, double whole) {
        return whole <= 0 ? 0 : Math.clamp((double) amount / whole, 0, 1);
    }
}
