package dev.turnstile.manager.console;

import dev.turnstile.manager.console.ConsoleView.ClusterQueues;
import dev.turnstile.manager.console.ConsoleView.NextWorkload;
import dev.turnstile.manager.console.ConsoleView.QueueNode;
import dev.turnstile.manager.console.ConsoleView.QuotaBar;
import dev.turnstile.model.condition.Condition;
import dev.turnstile.model.condition.ConditionTypes;
import dev.turnstile.model.condition.Conditions;
import dev.turnstile.model.kueue.ClusterQueue;
import dev.turnstile.model.kueue.Cohort;
import dev.turnstile.model.meta.Absent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
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

    private final SortedMap<String, String> parents = new TreeMap<>();
    private final SortedMap<String, SortedSet<String>> cohortsBelow = new TreeMap<>();
    private final SortedMap<String, SortedMap<String, ClusterQueue>> queuesBelow = new TreeMap<>();
    private final SortedMap<String, ClusterQueue> alone = new TreeMap<>();
    private final SortedMap<String, Quotas> ownQuotas = new TreeMap<>();
    private final Map<String, List<NextWorkload>> next;
    private final Set<String> drawn = new HashSet<>();

    private QueuePicture(
            Collection<ClusterQueue> queues, Collection<Cohort> cohorts, Map<String, List<NextWorkload>> next) {
        this.next = next;
        for (var cohort : cohorts) {
            var name = String.valueOf(cohort.metadata().getName());
            ownQuotas.put(name, Quotas.nominal(cohort.spec().resourceGroups()));
            place(name, cohort.spec().parentName());
        }
        for (var queue : queues) {
            var name = String.valueOf(queue.metadata().getName());
            var cohort = queue.spec().cohortName();
            if (cohort == null) {
                alone.put(name, queue);
            } else {
                place(cohort, parents.get(cohort));
                queuesBelow.computeIfAbsent(cohort, _ -> new TreeMap<>()).put(name, queue);
            }
        }
    }

    private void place(String cohort, @Nullable String parent) {
        cohortsBelow.computeIfAbsent(cohort, _ -> new TreeSet<>());
        if (parent != null) {
            parents.put(cohort, parent);
            cohortsBelow.computeIfAbsent(parent, _ -> new TreeSet<>()).add(cohort);
        }
    }

    /**
     * Draws them.
     *
     * @param next who is to come, by ClusterQueue
     */
    static ClusterQueues of(
            String cluster,
            Collection<ClusterQueue> queues,
            Collection<Cohort> cohorts,
            Map<String, List<NextWorkload>> next) {
        return new ClusterQueues(cluster, new QueuePicture(queues, cohorts, next).roots());
    }

    private List<QueueNode> roots() {
        var roots = new ArrayList<QueueNode>();
        for (var cohort : cohortsBelow.keySet()) {
            if (!parents.containsKey(cohort)) {
                roots.add(cohort(cohort).node());
            }
        }
        for (var cohort : cohortsBelow.keySet()) {
            if (!drawn.contains(cohort)) {
                roots.add(cohort(cohort).node());
            }
        }
        alone.forEach((name, queue) -> roots.add(queue(name, queue).node()));
        return roots;
    }

    /** A node with the sums that its parent adds up. */
    private record Drawn(QueueNode node, Quotas quotas, int pending, int admitted) {}

    private Drawn cohort(String name) {
        drawn.add(name);
        var children = new ArrayList<QueueNode>();
        var quotas = ownQuotas.getOrDefault(name, Quotas.none());
        int pending = 0;
        int admitted = 0;
        var below = new ArrayList<Drawn>();
        for (var child : Absent.orElse(cohortsBelow.get(name), new TreeSet<String>())) {
            if (!drawn.contains(child)) {
                below.add(cohort(child));
            }
        }
        Absent.orElse(queuesBelow.get(name), new TreeMap<String, ClusterQueue>())
                .forEach((queue, spec) -> below.add(queue(queue, spec)));
        for (var child : below) {
            children.add(child.node());
            quotas = quotas.plus(child.quotas());
            pending += child.pending();
            admitted += child.admitted();
        }
        var node = new QueueNode("Cohort", name, pending, admitted, "", quotas.barsOfCohort(), List.of(), children);
        return new Drawn(node, quotas, pending, admitted);
    }

    private Drawn queue(String name, ClusterQueue queue) {
        var quotas = Quotas.of(queue);
        int pending = Absent.orElse(queue.status().pendingWorkloads(), 0);
        int admitted = Absent.orElse(queue.status().admittedWorkloads(), 0);
        var node = new QueueNode(
                "ClusterQueue",
                name,
                pending,
                admitted,
                inactive(queue),
                quotas.bars(),
                Absent.orElse(next.get(name), List.of()),
                List.of());
        return new Drawn(node, quotas, pending, admitted);
    }

    private static String inactive(ClusterQueue queue) {
        return Conditions.find(queue.status().conditions(), ConditionTypes.ACTIVE)
                .filter(condition -> !condition.holds())
                .map(Condition::message)
                .orElse("");
    }

    /** All queues of a cluster as one. */
    static List<QuotaBar> total(Collection<ClusterQueue> queues) {
        var sum = Quotas.none();
        for (var queue : queues) {
            sum = sum.plus(Quotas.of(queue));
        }
        return sum.bars();
    }
}
