package dev.turnstile.core.cycle;

import dev.turnstile.core.fairsharing.DominantResourceShare;
import dev.turnstile.core.quota.QuotaArithmetic;
import dev.turnstile.core.quota.QuotaTree;
import dev.turnstile.core.resource.Usage;
import dev.turnstile.core.snapshot.Simulation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A tournament per cohort tree, held again before every entry, because every processed entry changes the shares.
 *
 * <p>Goal: the queue that uses least beyond its own goes first. At every cohort the best entries of its children
 * compete; a child's share is taken with the entry's usage added. Who claims the room that it preempted for comes
 * first, then who does not borrow what is asked for, then the lower share at that level, then priority, then age.
 * Example: below the root, team a (share 300 with its entry) and team b (200): b's best entry wins, whatever the shares
 * inside b.
 *
 * <p>Constraint: k entries of one tree must not cost k² standings. An entry's own processing changes usage on the way
 * from its queue to the root and nowhere else. So every cohort keeps its contenders in order, and after an entry only
 * the cohorts on that way hold their round again, each with one contender that stands elsewhere than before: the best
 * of the child below. In a flat cohort of a thousand queues no standing is taken twice.
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

        /** One level up, after usage has changed there. */
        Contender upAnew() {
            return new Contender(entry, FairOrder.standings(entry), at + 1);
        }
    }

    private record Standing(DominantResourceShare share, boolean borrows) {}

    private final Deque<Tournament> tournaments = new ArrayDeque<>();
    private final Comparator<Contender> order;

    FairOrder(List<Entry> entries, SchedulingOptions options) {
        Comparator<Entry> tieBreak = Comparator.comparingInt(
                        (Entry entry) -> entry.workload().priority())
                .reversed()
                .thenComparing(entry -> options.queueOrder().time(entry.workload()))
                .thenComparing(entry -> entry.workload().key());
        order = Comparator.comparing((Contender contender) -> !contender.entry().goesFirst(options))
                .thenComparing(contender -> contender.standing().borrows())
                .thenComparing(contender -> contender.standing().share())
                .thenComparing(Contender::entry, tieBreak);
        SortedMap<Integer, List<Entry>> byTree = new TreeMap<>();
        for (Entry entry : entries) {
            byTree.computeIfAbsent(entry.place().tree(), tree -> new ArrayList<>())
                    .add(entry);
        }
        byTree.values().forEach(tree -> tournaments.add(new Tournament(tree)));
    }

    @Override
    public @Nullable Entry next() {
        while (!tournaments.isEmpty()) {
            Entry winner = tournaments.element().next();
            if (winner != null) {
                return winner;
            }
            tournaments.remove();
        }
        return null;
    }

    /** The rounds of one tree. */
    private final class Tournament {
        private final List<Entry> entries;
        private final NavigableMap<Integer, SortedSet<Contender>> rounds = new TreeMap<>(Comparator.reverseOrder());
        private final Map<Integer, Contender> standsFor = new TreeMap<>();
        private @Nullable Entry last;
        private int left;

        Tournament(List<Entry> entries) {
            this.entries = entries;
            left = entries.size();
        }

        @Nullable
        Entry next() {
            if (left == 0) {
                return null;
            }
            left--;
            if (entries.size() == 1) {
                return entries.getFirst();
            }
            if (last == null) {
                holdAll();
            } else {
                holdAgain(last);
            }
            // The root has the lowest number.
            Entry winner = rounds.lastEntry().getValue().first().entry();
            last = winner;
            return winner;
        }

        private void holdAll() {
            QuotaTree tree = entries.getFirst().tree();
            for (Entry entry : entries) {
                enter(tree, entry.node(), new Contender(entry, standings(entry), 0));
            }
            // Children have higher numbers than their parents, so that the highest first goes up level by level; a
            // parent that is reached for the first time is still to come.
            int cohort = rounds.firstKey();
            while (tree.parent(cohort) != QuotaTree.NO_PARENT) {
                enter(tree, cohort, round(cohort).first().up());
                cohort = rounds.higherKey(cohort);
            }
        }

        private void holdAgain(Entry processed) {
            QuotaTree tree = processed.tree();
            int child = processed.node();
            Contender climbing = null;
            for (int cohort = tree.parent(child); cohort != QuotaTree.NO_PARENT; cohort = tree.parent(cohort)) {
                SortedSet<Contender> round = round(cohort);
                round.remove(standsFor.remove(child));
                if (climbing != null) {
                    enter(tree, child, climbing);
                }
                Contender best = round.isEmpty() ? null : round.first();
                boolean root = tree.parent(cohort) == QuotaTree.NO_PARENT;
                if (best == null || root) {
                    climbing = null;
                } else {
                    boolean same = climbing != null
                            && climbing.entry().node() == best.entry().node();
                    climbing = same ? best.up() : best.upAnew();
                }
                child = cohort;
            }
        }

        private void enter(QuotaTree tree, int child, Contender contender) {
            round(tree.parent(child)).add(contender);
            standsFor.put(child, contender);
        }

        private SortedSet<Contender> round(int cohort) {
            return rounds.computeIfAbsent(cohort, node -> new TreeSet<>(order));
        }
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
