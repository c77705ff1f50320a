package dev.turnstile.worker.audit;

import dev.turnstile.core.cycle.Outcome;
import dev.turnstile.core.snapshot.AdmittedWorkload;
import dev.turnstile.core.snapshot.Snapshot;
import dev.turnstile.core.snapshot.TreeState;
import dev.turnstile.core.workload.WorkloadKey;
import dev.turnstile.service.audit.Finding;
import dev.turnstile.service.informer.ObjectKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * What must be true of queues at rest: a preemptor that comes first in its queue waits for victims that hold quota, and
 * a workload that would be admitted is admitted.
 */
final class QueueRules {
    /** A preemptor keeps the first place of its queue, and no victim is left to wait for. */
    static final String PREEMPTOR = "preemptor_stuck";
    /** A workload waits that would be admitted now. */
    static final String WAITS = "fits_but_waits";

    private QueueRules() {}

    /** @param preemptors by ClusterQueue, the workload that waits for victims there */
    static List<Finding> preemptors(Map<String, WorkloadKey> preemptors, Snapshot snapshot) {
        List<Finding> findings = new ArrayList<>();
        Map<Integer, Boolean> known = new HashMap<>();
        preemptors.forEach((clusterQueue, preemptor) -> {
            Snapshot.Place place = snapshot.place(clusterQueue);
            if (place == null || !place.availability().usable()) {
                // Nobody is asked there; the preemptor is once its queue is used again.
                return;
            }
            if (!known.computeIfAbsent(place.tree(), tree -> somebodyLeaves(snapshot.tree(tree)))) {
                findings.add(new Finding(
                        PREEMPTOR,
                        key(preemptor),
                        "Workload %s comes first in ClusterQueue %s for its victims' sake, and nobody is being evicted"
                                .formatted(preemptor, clusterQueue),
                        snapshot.tree(place.tree()).workloads(place.node()).size() + " workloads hold quota there"));
            }
        });
        return findings;
    }

    private static boolean somebodyLeaves(TreeState tree) {
        for (int node = 0; node < tree.quotas().size(); node++) {
            // Whoever is being evicted comes first in this order.
            Iterator<AdmittedWorkload> workloads = tree.workloads(node).iterator();
            if (workloads.hasNext() && workloads.next().evicting()) {
                return true;
            }
        }
        return false;
    }

    /** @param admit what a cycle would decide now */
    static Finding waiting(Outcome.Admit admit) {
        WorkloadKey fits = admit.workload().key();
        return new Finding(
                WAITS,
                key(fits),
                "Workload %s waits for ClusterQueue %s, and a cycle would admit it"
                        .formatted(fits, admit.clusterQueue()),
                "it would get " + admit.admission().usage());
    }

    private static ObjectKey key(WorkloadKey key) {
        return new ObjectKey(key.namespace(), key.name());
    }
}
