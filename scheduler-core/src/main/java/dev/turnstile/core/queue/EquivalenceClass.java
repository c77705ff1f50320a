package dev.turnstile.core.queue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Workloads of one ClusterQueue that would be treated alike. One of them that does not fit parks all that come after it
 * in the queue; an older one that joins may still have more candidates, and wakes them.
 */
final class EquivalenceClass {
    private final Object key;
    private final TreeSet<Pending> members;
    /** Members on which no cycle has decided yet. */
    private final Set<Pending> undecided = new LinkedHashSet<>();

    private @Nullable Pending proof;

    EquivalenceClass(Object key, Comparator<Pending> order) {
        this.key = key;
        this.members = new TreeSet<>(order);
    }

    Object key() {
        return key;
    }

    boolean isEmpty() {
        return members.isEmpty();
    }

    Pending first() {
        return members.first();
    }

    Iterable<Pending> members() {
        return members;
    }

    int size() {
        return members.size();
    }

    void add(Pending pending) {
        members.add(pending);
        if (!pending.decided) {
            undecided.add(pending);
        }
    }

    void remove(Pending pending) {
        members.remove(pending);
        undecided.remove(pending);
    }

    /** Members that are skipped since the decision on another one holds for them, once each. */
    List<Pending> skip() {
        List<Pending> skipped = new ArrayList<>(undecided);
        undecided.clear();
        skipped.forEach(pending -> pending.decided = true);
        return skipped;
    }

    /** The decision on another one no longer holds for a member that was skipped: one of its own is expected. */
    void expect(Pending pending) {
        pending.decided = false;
        undecided.add(pending);
    }

    boolean parked() {
        return proof != null;
    }

    void park(Pending unfit) {
        proof = unfit;
    }

    void wake() {
        proof = null;
    }

    boolean decides(Pending pending, Comparator<Pending> order) {
        Pending unfit = proof;
        return unfit != null && order.compare(unfit, pending) <= 0;
    }
}
