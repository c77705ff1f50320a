package dev.turnstile.service.audit;

import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.NavigableSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Whose turn it is in a pass where not all can have one: the next ones in order, and those of whom the last pass found
 * something, since a fault has to be found twice in a row. Belongs to the auditor's thread.
 */
public final class Rotation<K extends Comparable<? super K>> {
    private final int most;
    private final Set<K> suspects = new HashSet<>();
    private @Nullable K last;

    /** @param most how many have a turn in one pass, beside the suspects */
    public Rotation(int most) {
        this.most = most;
    }

    /** Whose turn it is now. */
    public Set<K> turn(NavigableSet<K> all) {
        suspects.retainAll(all);
        Set<K> turn = new LinkedHashSet<>(suspects);
        K from = all.size() <= most ? null : last;
        NavigableSet<K> rest = from == null ? all : all.tailSet(from, false);
        rest.stream().limit(most).forEach(turn::add);
        last = rest.stream().skip(most - 1L).findFirst().orElse(null);
        return turn;
    }

    /** What this pass found something in. */
    public void suspect(Collection<K> found) {
        suspects.clear();
        suspects.addAll(found);
    }
}
