package dev.turnstile.core.hierarchy;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Who is whose parent among the cohorts, the implicit ones included, and which of them never reach a root.
 *
 * <p>A cohort on a cycle, or below one, has no tree. The cycle is reported by its names in order, starting with the
 * smallest, so that everybody below it reports the same words.
 */
public final class CohortForest {
    private final SortedMap<String, Cohort> cohorts = new TreeMap<>();
    private final Map<String, List<String>> cycles = new TreeMap<>();
    private final SortedMap<String, SortedSet<String>> children = new TreeMap<>();

    public CohortForest(Collection<Cohort> declared, Collection<String> named) {
        for (Cohort cohort : declared) {
            cohorts.put(cohort.name(), cohort);
        }
        for (Cohort cohort : declared) {
            String parent = cohort.parent();
            if (parent != null) {
                cohorts.computeIfAbsent(parent, Cohort::implicit);
                children.computeIfAbsent(parent, name -> new TreeSet<>()).add(cohort.name());
            }
        }
        for (String name : named) {
            cohorts.computeIfAbsent(name, Cohort::implicit);
        }
        findCycles();
    }

    private void findCycles() {
        Map<String, List<String>> known = new TreeMap<>();
        for (String start : cohorts.keySet()) {
            Set<String> path = new LinkedHashSet<>();
            String current = start;
            while (current != null && !known.containsKey(current) && path.add(current)) {
                current = parentOf(current);
            }
            List<String> cycle = List.of();
            if (current != null) {
                cycle = known.containsKey(current) ? known.getOrDefault(current, List.of()) : cycleFrom(current);
            }
            for (String name : path) {
                known.put(name, cycle);
            }
        }
        known.forEach((name, cycle) -> {
            if (!cycle.isEmpty()) {
                cycles.put(name, cycle);
            }
        });
    }

    private List<String> cycleFrom(String member) {
        List<String> names = new ArrayList<>();
        String current = member;
        do {
            names.add(current);
            String parent = parentOf(current);
            current = parent == null ? member : parent;
        } while (!current.equals(member));
        int smallest = 0;
        for (int i = 1; i < names.size(); i++) {
            if (names.get(i).compareTo(names.get(smallest)) < 0) {
                smallest = i;
            }
        }
        List<String> rotated = new ArrayList<>(names.subList(smallest, names.size()));
        rotated.addAll(names.subList(0, smallest));
        return List.copyOf(rotated);
    }

    private @Nullable String parentOf(String name) {
        Cohort cohort = cohorts.get(name);
        return cohort == null ? null : cohort.parent();
    }

    public Collection<Cohort> cohorts() {
        return cohorts.values();
    }

    public Cohort cohort(String name) {
        Cohort cohort = cohorts.get(name);
        return cohort == null ? Cohort.implicit(name) : cohort;
    }

    public SortedSet<String> childrenOf(String name) {
        SortedSet<String> below = children.get(name);
        return below == null ? new TreeSet<>() : below;
    }

    /** The cycle that this cohort is on or below; empty where it reaches a root. */
    public List<String> cycle(String name) {
        return cycles.getOrDefault(name, List.of());
    }
}
