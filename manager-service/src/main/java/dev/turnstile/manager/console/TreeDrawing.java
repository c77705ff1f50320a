package dev.turnstile.manager.console;

import dev.turnstile.core.quota.QuotaTree;
import dev.turnstile.manager.console.ConsoleView.NextWorkload;
import dev.turnstile.manager.console.ConsoleView.QueueNode;
import dev.turnstile.manager.console.QueuePicture.Place;
import dev.turnstile.model.condition.Condition;
import dev.turnstile.model.condition.Conditions;
import dev.turnstile.model.kueue.ClusterQueue;
import dev.turnstile.model.meta.Absent;
import dev.turnstile.vocabulary.ConditionType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * One cohort tree as it is sent to browsers. Who may write Cohorts in a worker cluster decides how deep it is: below
 * {@link #DEEPEST} levels it only says how much there is, since neither a stack nor JSON holds any depth.
 */
final class TreeDrawing {
    private static final int DEEPEST = 50;

    private final List<Place> places;
    private final QuotaSums sums;
    private final Map<String, List<NextWorkload>> next;
    private final List<List<Integer>> children = new ArrayList<>();
    private final int[] pending;
    private final int[] admitted;
    private final int[] below;

    /**
     * A drawing.
     *
     * @param places parents come before their children
     * @param next who is to come, by ClusterQueue
     */
    TreeDrawing(List<Place> places, QuotaSums sums, Map<String, List<NextWorkload>> next) {
        this.places = places;
        this.sums = sums;
        this.next = next;
        pending = new int[places.size()];
        admitted = new int[places.size()];
        below = new int[places.size()];
        places.forEach(_ -> children.add(new ArrayList<>()));
        for (int index = 1; index < places.size(); index++) {
            children.get(places.get(index).member().parent()).add(index);
        }
        for (int index = places.size() - 1; index >= 0; index--) {
            addUp(index);
        }
    }

    private void addUp(int index) {
        var queue = places.get(index).queue();
        if (queue != null) {
            pending[index] = Absent.orElse(queue.status().pendingWorkloads(), 0);
            admitted[index] = Absent.orElse(queue.status().admittedWorkloads(), 0);
        }
        int parent = places.get(index).member().parent();
        if (parent != QuotaTree.NO_PARENT) {
            pending[parent] += pending[index];
            admitted[parent] += admitted[index];
            below[parent] += below[index] + 1;
        }
    }

    QueueNode root() {
        return node(0, 1);
    }

    private QueueNode node(int index, int level) {
        var place = places.get(index);
        var name = place.member().name();
        var bars = sums.of(index).stream()
                .map(key -> QuotaBars.bar(key, sums.figures(index, key), place.queue() != null))
                .toList();
        var queue = place.queue();
        if (queue != null) {
            return new QueueNode(
                    "ClusterQueue",
                    name,
                    pending[index],
                    admitted[index],
                    inactive(queue),
                    bars,
                    Absent.orElse(next.get(name), List.of()),
                    List.of());
        }
        boolean deepest = level == DEEPEST && below[index] > 0;
        return new QueueNode(
                "Cohort",
                name,
                pending[index],
                admitted[index],
                deepest ? below[index] + " Cohorts and ClusterQueues below it are not shown" : "",
                bars,
                List.of(),
                deepest
                        ? List.of()
                        : children.get(index).stream()
                                .map(child -> node(child, level + 1))
                                .toList());
    }

    private static String inactive(ClusterQueue queue) {
        return Conditions.find(queue.status().conditions(), ConditionType.ACTIVE)
                .filter(condition -> !condition.holds())
                .map(Condition::message)
                .orElse("");
    }
}
