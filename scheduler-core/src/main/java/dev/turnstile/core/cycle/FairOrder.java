package dev.turnstile.core.cycle;

import dev.turnstile.core.fairsharing.DominantResourceShare;
import dev.turnstile.core.quota.QuotaArithmetic;
import dev.turnstile.core.quota.QuotaTree;
import dev.turnstile.core.resource.Usage;
import dev.turnstile.core.snapshot.Simulation;
import dev.turnstile.core.workload.QueueOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A tournament per cohort tree, held again before every entry, because every processed entry changes the shares.
 *
 * <p>Goal: whoever uses least beyond its own goes first. At every cohort the best entries of its children compete; a
 * child's share is taken with the entry's usage added. Not borrowing what is asked for comes first, then the lower
 * share at that level, then priority, then age. Example: below the root, team a (share 300 with its entry) and team b
 * (200): b's best entry wins, whatever the shares inside b.
 */
final class FairOrder implements EntryOrder {

    /** An entry on its way up; its standing at each cohort between its queue and the root, and where it is now. */
    private record Contender(Entry entry, List<Standing> standings, int at) {
        Standing standing() {
            return standings.get(at);
        }

        Contender up() {
            return new Contender(entry, standings, at + 1);
        }
    }

    private record Standing(DominantResourceShare share, boolean borrows) {}

    private final Deque<SortedMap<Integer, Entry>> trees = new ArrayDeque<>();
    private final Comparator<Entry> tieBreak;

    FairOrder(List<Entry> entries, QueueOrder queueOrder) {
        tieBreak = Comparator.comparingInt((Entry entry) -> entry.workload().priority())
                .reversed()
                .thenComparing(entry -> queueOrder.time(entry.workload()))
                .thenComparing(entry -> entry.workload().key());
        SortedMap<Integer, SortedMap<Integer, Entry>> byTree = new TreeMap<>();
        for (Entry entry : entries) {
            byTree.computeIfAbsent(entry.place().tree(), tree -> new TreeMap<>())
                    .put(entry.node(), entry);
        }
        trees.addAll(byTree.values());
    }

    @Override
    public @Nullable Entry next() {
        SortedMap<Integer, Entry> tree = trees.peek();
        if (tree == null) {
            return null;
        }
        Entry winner = tree.size() == 1 ? tree.values().iterator().next() : tournament(tree);
        tree.remove(winner.node());
        if (tree.isEmpty()) {
            trees.remove();
        }
        return winner;
    }

    private Entry tournament(SortedMap<Integer, Entry> entries) {
        SortedMap<Integer, List<Contender>> rounds = new TreeMap<>(Comparator.reverseOrder());
        QuotaTree tree = entries.values().iterator().next().tree();
        for (Entry entry : entries.values()) {
            rounds.computeIfAbsent(tree.parent(entry.node()), cohort -> new ArrayList<>())
                    .add(new Contender(entry, standings(entry), 0));
        }
        // Children have higher numbers than their parents, so that taking the highest first goes up level by level.
        while (true) {
            int cohort = rounds.firstKey();
            Contender winner = winner(rounds.remove(cohort));
            if (tree.parent(cohort) == QuotaTree.NO_PARENT) {
                return winner.entry();
            }
            rounds.computeIfAbsent(tree.parent(cohort), above -> new ArrayList<>())
                    .add(winner.up());
        }
    }

    private Contender winner(@Nullable List<Contender> contenders) {
        Comparator<Contender> order = Comparator.comparing(
                        (Contender contender) -> contender.standing().borrows())
                .thenComparing(contender -> contender.standing().share())
                .thenComparing(Contender::entry, tieBreak);
        return (contenders == null ? List.<Contender>of() : contenders)
                .stream().min(order).orElseThrow();
    }

    private static List<Standing> standings(Entry entry) {
        Simulation simulation = entry.simulation();
        QuotaTree tree = entry.tree();
        Usage usage = entry.assignment().usage();
        List<Standing> standings = new ArrayList<>();
        int mark = simulation.mark();
        simulation.add(entry.node(), usage);
        int node = entry.node();
        for (int cohort = tree.parent(node); cohort != QuotaTree.NO_PARENT; cohort = tree.parent(cohort)) {
            standings.add(
                    new Standing(DominantResourceShare.of(tree, simulation, node), borrows(simulation, node, usage)));
            node = cohort;
        }
        simulation.undoTo(mark);
        return standings;
    }

    private static boolean borrows(Simulation simulation, int node, Usage usage) {
        QuotaTree tree = simulation.quotas();
        for (int i = 0; i < usage.size(); i++) {
            if (QuotaArithmetic.exceeds(tree, simulation, node, tree.column(usage.flavorResource(i)))) {
                return true;
            }
        }
        return false;
    }
}
