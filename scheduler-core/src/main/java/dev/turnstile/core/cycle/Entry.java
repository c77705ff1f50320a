package dev.turnstile.core.cycle;

import dev.turnstile.core.assignment.Assignment;
import dev.turnstile.core.assignment.NominatedAssignment;
import dev.turnstile.core.queue.Head;
import dev.turnstile.core.quota.QuotaTree;
import dev.turnstile.core.snapshot.Simulation;
import dev.turnstile.core.snapshot.Snapshot;
import dev.turnstile.core.workload.AdmissionConstraints;
import dev.turnstile.core.workload.RuledOut;
import dev.turnstile.core.workload.Workload;
import org.jspecify.annotations.Nullable;

/**
 * A nominated head on its way through a cycle.
 *
 * @param constraints what counts of the workload's own constraints
 * @param lifted what it would have got without them, if only they are the obstacle
 */
record Entry(
        Head head,
        Snapshot.Place place,
        Simulation simulation,
        AdmissionConstraints constraints,
        NominatedAssignment nomination,
        @Nullable Lifted lifted) {

    /** What a head would have got without its constraints, and which of them rule it out. */
    record Lifted(Assignment assignment, RuledOut ruledOut) {}

    Workload workload() {
        return head.workload();
    }

    Assignment assignment() {
        return nomination.assignment();
    }

    QuotaTree tree() {
        return simulation.quotas();
    }

    int node() {
        return place.node();
    }

    String clusterQueue() {
        return place.clusterQueue().name();
    }

    /** Whether the room that it preempted for is offered to it before others of its tree are looked at. */
    boolean goesFirst(SchedulingOptions options) {
        return options.preemptorPriority() && head.claims() && nomination.possible();
    }

    Entry with(NominatedAssignment other) {
        return new Entry(head, place, simulation, constraints, other, lifted);
    }
}
