package dev.turnstile.core.workload;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the scheduler looks at of one workload. {@code priority} is the effective one; {@code admission} is set while
 * quota is reserved; {@code failedChecks} while a check is {@code Retry} or {@code Rejected}.
 */
public record Workload(
        WorkloadKey key,
        String uid,
        String localQueue,
        int priority,
        Instant createdAt,
        boolean active,
        boolean failedChecks,
        List<PodSet> podSets,
        List<PreemptionGate> gates,
        AdmissionConstraints constraints,
        Requeue requeue,
        @Nullable Eviction eviction,
        @Nullable Admission admission) {

    public Workload {
        podSets = List.copyOf(podSets);
        gates = List.copyOf(gates);
    }

    public boolean evicting() {
        Eviction last = eviction;
        return last != null && last.ongoing();
    }

    public boolean reserved() {
        return admission != null;
    }

    public List<String> closedGates() {
        return gates.stream()
                .filter(gate -> !gate.open())
                .map(PreemptionGate::name)
                .toList();
    }

    public boolean mayBePartiallyAdmitted() {
        return podSets.stream().anyMatch(podSet -> podSet.minimum() < podSet.count());
    }

    public Workload withAdmission(@Nullable Admission reservation) {
        return new Workload(
                key,
                uid,
                localQueue,
                priority,
                createdAt,
                active,
                failedChecks,
                podSets,
                gates,
                constraints,
                requeue,
                eviction,
                reservation);
    }

    public Workload withEviction(@Nullable Eviction last) {
        return new Workload(
                key,
                uid,
                localQueue,
                priority,
                createdAt,
                active,
                failedChecks,
                podSets,
                gates,
                constraints,
                requeue,
                last,
                admission);
    }

    public Workload withGates(List<PreemptionGate> states) {
        return new Workload(
                key,
                uid,
                localQueue,
                priority,
                createdAt,
                active,
                failedChecks,
                podSets,
                states,
                constraints,
                requeue,
                eviction,
                admission);
    }
}
