package dev.turnstile.core.queue;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Numbers the events that may let parked workloads compete again, so that none is lost on a head which a cycle holds: a
 * head remembers the last number before it was popped, and is not parked if its cohort tree has seen another event
 * since.
 */
final class Wakes {
    private final Map<Integer, Long> lastOfTree = new LinkedHashMap<>();
    private long lastOfAll;
    /** That of the trees which have no entry. */
    private long lastOfOthers;

    private long count;

    /** The number of the last event. */
    long last() {
        return count;
    }

    /** An event in one cohort tree. */
    void of(int tree) {
        lastOfTree.put(tree, ++count);
    }

    /** An event that concerns all cohort trees. */
    void ofAll() {
        lastOfAll = ++count;
    }

    /**
     * Cohort trees have new numbers, and an event concerns all that have changed.
     *
     * @param kept by their numbers of before, those of the trees that have not
     */
    void ofNewTrees(Map<Integer, Integer> kept) {
        Map<Integer, Long> before = Map.copyOf(lastOfTree);
        long others = lastOfOthers;
        lastOfTree.clear();
        kept.forEach((was, is) -> lastOfTree.put(is, before.getOrDefault(was, others)));
        lastOfOthers = ++count;
    }

    /** Whether a cohort tree has seen an event after that one. */
    boolean since(long event, int tree) {
        return Math.max(lastOfAll, lastOfTree.getOrDefault(tree, lastOfOthers)) > event;
    }
}
