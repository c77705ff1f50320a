package dev.turnstile.core.queue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Workloads of one ClusterQueue that would be treated alike. One of them proved hopeless parks all that come after it
 * in the queue; an older one that joins may still have more candidates, and wakes them.
 */
final class EquivalenceClass {
    private final Object key;
    private final TreeSet<Pending> members;
    /** Those of them that have got no answer yet. */
    private final Set<Pending> unanswered = new LinkedHashSet<>();

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
        if (!pending.answered) {
            unanswered.add(pending);
        }
    }

    void remove(Pending pending) {
        members.remove(pending);
        unanswered.remove(pending);
    }

    /** Those whom another one's answer has to do for, once each. */
    List<Pending> passOver() {
        List<Pending> passed = new ArrayList<>(unanswered);
        unanswered.clear();
        passed.forEach(pending -> pending.answered = true);
        return passed;
    }

    /** That answer came too late: it is waited for again. */
    void ask(Pending pending) {
        pending.answered = false;
        unanswered.add(pending);
    }

    boolean parked() {
        return proof != null;
    }

    void park(Pending hopeless) {
        proof = hopeless;
    }

    void wake() {
        proof = null;
    }

    boolean answersFor(Pending pending, Comparator<Pending> order) {
        Pending hopeless = proof;
        return hopeless != null && order.compare(hopeless, pending) <= 0;
    }
}
