package dev.turnstile.core.snapshot;

import dev.turnstile.core.hierarchy.Availability;
import dev.turnstile.core.hierarchy.ClusterQueue;
import dev.turnstile.core.hierarchy.Cohort;
import dev.turnstile.core.hierarchy.ResourceFlavor;
import dev.turnstile.core.workload.Admission;
import dev.turnstile.core.workload.Workload;
import dev.turnstile.core.workload.WorkloadKey;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the books: which specifications exist and which workloads hold quota. Belongs to one thread.
 *
 * <p>A workload that comes or goes changes one path of one tree. A changed specification has the trees laid out again,
 * at the next snapshot and all at once, however many changes came in between.
 */
public final class Ledger {
    private final Map<String, ResourceFlavor> flavors = new TreeMap<>();
    private final Map<String, Cohort> cohorts = new TreeMap<>();
    private final Map<String, ClusterQueue> clusterQueues = new LinkedHashMap<>();
    private final Map<WorkloadKey, Workload> workloads = new LinkedHashMap<>();
    private final Map<WorkloadKey, AdmittedWorkload> entries = new LinkedHashMap<>();
    private final Set<WorkloadKey> withoutPods = new LinkedHashSet<>();
    private Snapshot.@Nullable Structure structure;
    private PersistentVector<TreeState> trees = PersistentVector.of(List.of());
    private long layouts;

    /** Empty books. */
    public Ledger() {}

    public void put(ResourceFlavor flavor) {
        if (!flavor.equals(flavors.put(flavor.name(), flavor))) {
            structure = null;
        }
    }

    public void removeFlavor(String name) {
        if (flavors.remove(name) != null) {
            structure = null;
        }
    }

    public void put(Cohort cohort) {
        if (!cohort.equals(cohorts.put(cohort.name(), cohort))) {
            structure = null;
        }
    }

    public void removeCohort(String name) {
        if (cohorts.remove(name) != null) {
            structure = null;
        }
    }

    public void put(ClusterQueue clusterQueue) {
        if (!clusterQueue.equals(clusterQueues.put(clusterQueue.name(), clusterQueue))) {
            structure = null;
        }
    }

    public void removeClusterQueue(String name) {
        if (clusterQueues.remove(name) != null) {
            structure = null;
        }
    }

    public @Nullable ClusterQueue clusterQueue(String name) {
        return clusterQueues.get(name);
    }

    /** The workload as it holds quota here, or null. */
    public @Nullable Workload reserved(WorkloadKey key) {
        return workloads.get(key);
    }

    /** The workloads that hold quota. */
    public Set<WorkloadKey> workloads() {
        return Collections.unmodifiableSet(workloads.keySet());
    }

    /** Books a workload that holds quota; an earlier entry of the same name is replaced. */
    public void reserve(Workload workload) {
        Admission admission = workload.admission();
        if (admission == null) {
            throw new IllegalArgumentException(
                    "workload " + workload.key() + " has no admission; only one that reserves quota can be booked");
        }
        Workload before = workloads.put(workload.key(), workload);
        if (before == null) {
            withoutPods.add(workload.key());
        }
        if (!workload.equals(before) && structure != null) {
            takeOff(workload.key());
            enter(workload, admission);
        }
    }

    /** Takes note of whether all pods of a workload are ready; as long as nobody said so, they are not. */
    public void podsReady(WorkloadKey key, boolean ready) {
        if (ready || !workloads.containsKey(key)) {
            withoutPods.remove(key);
        } else {
            withoutPods.add(key);
        }
    }

    /** Whether the pods of everything that holds quota are ready. */
    public boolean allPodsReady() {
        return withoutPods.isEmpty();
    }

    /** Gives the quota of a workload back. */
    public boolean release(WorkloadKey key) {
        if (workloads.remove(key) == null) {
            return false;
        }
        withoutPods.remove(key);
        if (structure != null) {
            takeOff(key);
        }
        return true;
    }

    private void enter(Workload workload, Admission admission) {
        Snapshot.Structure current = structure;
        Snapshot.Place place = current == null ? null : current.places().get(admission.clusterQueue());
        if (place == null) {
            return;
        }
        TreeState tree = trees.get(place.tree());
        AdmittedWorkload entry = new AdmittedWorkload(workload, admission, tree.quotas(), place.node());
        if (!entry.resolved()) {
            structure = null;
            return;
        }
        entries.put(workload.key(), entry);
        trees = trees.with(place.tree(), tree.with(entry));
    }

    private void takeOff(WorkloadKey key) {
        AdmittedWorkload entry = entries.remove(key);
        Snapshot.Structure current = structure;
        if (entry == null || current == null) {
            return;
        }
        Admission admission = entry.workload().admission();
        Snapshot.Place place = admission == null ? null : current.places().get(admission.clusterQueue());
        if (place == null) {
            return;
        }
        TreeState tree = trees.get(place.tree());
        if (tree.saturated(entry)) {
            structure = null;
            return;
        }
        trees = trees.with(place.tree(), tree.without(entry));
    }

    /** Has all sums computed again at the next snapshot. */
    public void recount() {
        structure = null;
    }

    public Snapshot snapshot() {
        return new Snapshot(layOut(), trees);
    }

    private Snapshot.Structure layOut() {
        Snapshot.Structure current = structure;
        if (current != null) {
            return current;
        }
        // A new layout counts as changed quota everywhere, and more so than anything given back before it.
        layouts += 1L << 32;
        // In the order of names, so that what was heard of first makes no difference.
        Collection<Workload> reserved = new TreeMap<>(workloads).values();
        Layout layout = new Layout(flavors, cohorts.values(), new TreeMap<>(clusterQueues).values(), reserved);
        trees = PersistentVector.of(layout.trees().stream()
                .map(tree -> TreeState.empty(tree, layouts))
                .toList());
        Snapshot.Structure laidOut = layout.structure();
        structure = laidOut;
        entries.clear();
        for (Workload workload : reserved) {
            Admission admission = workload.admission();
            if (admission != null) {
                enter(workload, admission);
            }
        }
        return laidOut;
    }

    public Availability availability(String clusterQueue) {
        Snapshot.Place place = layOut().places().get(clusterQueue);
        return place == null ? new Availability.Held() : place.availability();
    }
}
