package dev.turnstile.core.queue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/** The ClusterQueues of each cohort tree in which somebody is parked. */
final class ParkedLines {
    private final Map<Integer, SortedSet<String>> inTree = new LinkedHashMap<>();

    /** Notes whether somebody is parked in that queue now. */
    void update(WaitingLine line) {
        if (line.hasParked()) {
            inTree.computeIfAbsent(line.tree, _ -> new TreeSet<>()).add(line.clusterQueue());
        } else {
            remove(line);
        }
    }

    void remove(WaitingLine line) {
        SortedSet<String> others = inTree.get(line.tree);
        if (others != null && others.remove(line.clusterQueue()) && others.isEmpty()) {
            inTree.remove(line.tree);
        }
    }

    List<String> of(int tree) {
        SortedSet<String> parked = inTree.get(tree);
        return parked == null ? List.of() : List.copyOf(parked);
    }

    void clear() {
        inTree.clear();
    }
}
