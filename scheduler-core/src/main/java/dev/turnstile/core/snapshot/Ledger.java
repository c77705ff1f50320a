package dev.turnstile.core.snapshot;

import dev.turnstile.core.hierarchy.Availability;
import dev.turnstile.core.hierarchy.ClusterQueue;
import dev.turnstile.core.hierarchy.Cohort;
import dev.turnstile.core.hierarchy.ResourceFlavor;
import dev.turnstile.core.hierarchy.Specification;
import dev.turnstile.core.quota.QuotaTree;
import dev.turnstile.core.resource.FlavorResource;
import dev.turnstile.core.workload.Admission;
import dev.turnstile.core.workload.Workload;
import dev.turnstile.core.workload.WorkloadKey;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the books: which specifications exist and which workloads hold quota. Belongs to one thread.
 *
 * <p>A workload that comes or goes changes one path of one tree. A changed specification has its tree laid out again,
 * at the next snapshot and once, however many changes came in between; other trees stay as they are.
 */
public final class Ledger {
    private final Map<String, ResourceFlavor> flavors = new TreeMap<>();
    private final Map<String, Cohort> cohorts = new TreeMap<>();
    private final Map<String, ClusterQueue> clusterQueues = new LinkedHashMap<>();
    private final Map<WorkloadKey, Workload> workloads = new LinkedHashMap<>();
    /** The same workloads by the ClusterQueue in which they hold quota. */
    private final Map<String, SortedMap<WorkloadKey, Workload>> reservedIn = new LinkedHashMap<>();

    private final Map<WorkloadKey, AdmittedWorkload> entries = new LinkedHashMap<>();
    private final Set<WorkloadKey> withoutPods = new LinkedHashSet<>();
    private Snapshot.Structure structure = new Snapshot.Structure(Map.of(), Map.of());
    private List<Layout.LaidOut> layout = List.of();
    private PersistentVector<TreeState> trees = PersistentVector.of(List.of());
    /** Whether a specification has changed since the trees were laid out. */
    private boolean changed;
    /** Indexes of trees in which sums are wrong, and that have to be laid out again whatever was specified. */
    private final Set<Integer> wrong = new LinkedHashSet<>();

    private long layouts;

    /** Empty books. */
    public Ledger() {}

    public void put(ResourceFlavor flavor) {
        if (!flavor.equals(flavors.put(flavor.name(), flavor))) {
            recount();
        }
    }

    public void removeFlavor(String name) {
        if (flavors.remove(name) != null) {
            recount();
        }
    }

    public void put(Cohort cohort) {
        if (!cohort.equals(cohorts.put(cohort.name(), cohort))) {
            changed = true;
        }
    }

    public void removeCohort(String name) {
        if (cohorts.remove(name) != null) {
            changed = true;
        }
    }

    public void put(ClusterQueue clusterQueue) {
        if (!clusterQueue.equals(clusterQueues.put(clusterQueue.name(), clusterQueue))) {
            changed = true;
        }
    }

    public void removeClusterQueue(String name) {
        if (clusterQueues.remove(name) != null) {
            changed = true;
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
        if (!workload.equals(before)) {
            forget(before);
            reservedIn
                    .computeIfAbsent(admission.clusterQueue(), _ -> new TreeMap<>())
                    .put(workload.key(), workload);
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
        Workload before = workloads.remove(key);
        if (before == null) {
            return false;
        }
        forget(before);
        withoutPods.remove(key);
        takeOff(key);
        return true;
    }

    private void forget(@Nullable Workload before) {
        Admission admission = before == null ? null : before.admission();
        SortedMap<WorkloadKey, Workload> others = admission == null ? null : reservedIn.get(admission.clusterQueue());
        if (before != null && admission != null && others != null) {
            others.remove(before.key());
            if (others.isEmpty()) {
                reservedIn.remove(admission.clusterQueue());
            }
        }
    }

    private void enter(Workload workload, Admission admission) {
        Snapshot.Place place = structure.places().get(admission.clusterQueue());
        if (place == null) {
            return;
        }
        TreeState tree = trees.get(place.tree());
        AdmittedWorkload entry = new AdmittedWorkload(workload, admission, tree.quotas(), place.node());
        if (!entry.resolved()) {
            wrong.add(place.tree());
            return;
        }
        entries.put(workload.key(), entry);
        trees = trees.with(place.tree(), tree.with(entry));
    }

    private void takeOff(WorkloadKey key) {
        AdmittedWorkload entry = entries.remove(key);
        Admission admission = entry == null ? null : entry.workload().admission();
        Snapshot.Place place = admission == null ? null : structure.places().get(admission.clusterQueue());
        if (entry == null || place == null) {
            return;
        }
        TreeState tree = trees.get(place.tree());
        if (tree.saturated(entry)) {
            wrong.add(place.tree());
        }
        trees = trees.with(place.tree(), tree.without(entry));
    }

    /** Has all sums computed again at the next snapshot. */
    public void recount() {
        layout = List.of();
        changed = true;
    }

    public Snapshot snapshot() {
        return new Snapshot(layOut(), trees);
    }

    private Snapshot.Structure layOut() {
        if (!changed && wrong.isEmpty()) {
            return structure;
        }
        // A tree that is laid out counts as changed quota, and more so than anything given back before it.
        layouts += 1L << 32;
        IdentityHashMap<QuotaTree, TreeState> before = new IdentityHashMap<>();
        Map<Specification, Layout.LaidOut> right = new LinkedHashMap<>();
        for (int tree = 0; tree < layout.size(); tree++) {
            if (!wrong.contains(tree)) {
                right.put(layout.get(tree).specifications().getFirst(), layout.get(tree));
                before.put(layout.get(tree).quotas(), trees.get(tree));
            }
        }
        // In the order of names, so that what was heard of first makes no difference.
        Layout next = new Layout(flavors, cohorts.values(), new TreeMap<>(clusterQueues).values(), this::usedIn, right);
        structure = next.structure();
        layout = next.trees();
        trees = PersistentVector.of(layout.stream()
                .map(tree -> {
                    TreeState state = before.get(tree.quotas());
                    return state == null ? TreeState.empty(tree.quotas(), layouts) : state;
                })
                .toList());
        changed = false;
        wrong.clear();
        enterAgain(before.keySet());
        return structure;
    }

    private Set<FlavorResource> usedIn(String clusterQueue) {
        Set<FlavorResource> used = new TreeSet<>();
        for (Workload workload : reservedIn
                .getOrDefault(clusterQueue, Collections.emptySortedMap())
                .values()) {
            Admission admission = workload.admission();
            if (admission != null) {
                used.addAll(admission.usage().asMap().keySet());
            }
        }
        return used;
    }

    /** Books once more what is reserved in trees other than these. */
    private void enterAgain(Set<QuotaTree> kept) {
        SortedMap<WorkloadKey, Workload> moved = new TreeMap<>();
        reservedIn.forEach((clusterQueue, reserved) -> {
            Snapshot.Place place = structure.places().get(clusterQueue);
            if (place == null || !kept.contains(trees.get(place.tree()).quotas())) {
                moved.putAll(reserved);
            }
        });
        entries.keySet().removeAll(moved.keySet());
        for (Workload workload : moved.values()) {
            Admission admission = workload.admission();
            if (admission != null) {
                enter(workload, admission);
            }
        }
    }

    public Availability availability(String clusterQueue) {
        Snapshot.Place place = layOut().places().get(clusterQueue);
        return place == null ? new Availability.Held() : place.availability();
    }
}
