package dev.turnstile.worker.inbound;

import dev.turnstile.core.lifecycle.StoppedQueue;
import dev.turnstile.core.workload.AdmissionConstraints;
import dev.turnstile.core.workload.Eviction;
import dev.turnstile.core.workload.PodSet;
import dev.turnstile.core.workload.PreemptionGate;
import dev.turnstile.core.workload.Requeue;
import dev.turnstile.core.workload.WorkloadKey;
import dev.turnstile.model.condition.ConditionStatus;
import dev.turnstile.model.condition.Conditions;
import dev.turnstile.model.gate.PreemptionGates;
import dev.turnstile.model.kueue.Admission;
import dev.turnstile.model.kueue.AdmissionConstraint;
import dev.turnstile.model.kueue.CheckState;
import dev.turnstile.model.kueue.GateState;
import dev.turnstile.model.kueue.PodSetAssignment;
import dev.turnstile.model.kueue.ReclaimablePod;
import dev.turnstile.model.kueue.RequeueState;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.model.kueue.WorkloadStatus;
import dev.turnstile.vocabulary.Annotation;
import dev.turnstile.vocabulary.ConditionType;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Workloads as the core sees them. */
public final class Workloads {
    private Workloads() {}

    /** Namespace and name. */
    public static WorkloadKey key(Workload workload) {
        return new WorkloadKey(
                Objects.requireNonNullElse(workload.metadata().getNamespace(), ""),
                Objects.requireNonNullElse(workload.metadata().getName(), ""));
    }

    /** What is wrong with what the pods request, or null. */
    public static @Nullable String problem(Workload workload) {
        List<String> problems = new ArrayList<>();
        for (int i = 0; i < workload.spec().podSets().size(); i++) {
            String problem = PodResources.of(
                            workload.spec().podSets().get(i).template(), "spec.podSets[" + i + "].template")
                    .problem();
            if (problem != null) {
                problems.add(problem);
            }
        }
        return problems.isEmpty() ? null : "resources validation failed: " + String.join(", ", problems);
    }

    /** The core's view; the rules say what requests count as. */
    public static dev.turnstile.core.workload.Workload view(Workload workload, ResourceRules rules) {
        WorkloadStatus status = workload.status();
        boolean failedChecks = status.admissionChecks().stream()
                .anyMatch(check -> check.state() == CheckState.RETRY || check.state() == CheckState.REJECTED);
        return new dev.turnstile.core.workload.Workload(
                key(workload),
                Objects.requireNonNullElse(workload.metadata().getUid(), ""),
                Objects.requireNonNullElse(workload.spec().queueName(), ""),
                priority(workload),
                createdAt(workload),
                workload.spec().active(),
                failedChecks,
                podSets(workload, rules),
                gates(workload),
                constraints(workload),
                requeue(status),
                eviction(status),
                admission(status));
    }

    /** The effective priority. */
    public static int priority(Workload workload) {
        Integer priority = workload.spec().priority();
        return priority == null ? 0 : priority;
    }

    /** When it came. */
    public static Instant createdAt(Workload workload) {
        OffsetDateTime time = workload.metadata().getCreationTimestamp();
        return time == null ? Instant.EPOCH : time.toInstant();
    }

    private static List<PodSet> podSets(Workload workload, ResourceRules rules) {
        List<PodSet> podSets = new ArrayList<>();
        for (dev.turnstile.model.kueue.PodSet podSet : workload.spec().podSets()) {
            int done = workload.status().reclaimablePods().stream()
                    .filter(pod -> pod.name().equals(podSet.name()))
                    .mapToInt(ReclaimablePod::count)
                    .sum();
            podSets.add(new PodSet(
                    podSet.name(),
                    Math.max(0, podSet.count() - done),
                    podSet.minCount(),
                    Amounts.requests(rules.counted(
                            PodResources.of(podSet.template(), podSet.name()).requests())),
                    NodeDemandsReader.read(podSet.template())));
        }
        return podSets;
    }

    private static List<PreemptionGate> gates(Workload workload) {
        return workload.spec().preemptionGates().stream()
                .map(gate -> new PreemptionGate(
                        gate.name(),
                        PreemptionGates.stateOf(workload.status().preemptionGates(), gate.name()) == GateState.OPEN))
                .toList();
    }

    /** What it must not do to be admitted. */
    public static AdmissionConstraints constraints(Workload workload) {
        Map<String, String> annotations =
                Objects.requireNonNullElse(workload.metadata().getAnnotations(), Map.of());
        dev.turnstile.model.kueue.AdmissionConstraints own = workload.spec().admissionConstraints();
        return new AdmissionConstraints(
                Annotation.CONSTRAINT_VALUE.equals(annotations.get(Annotation.CANNOT_PREEMPT.text()))
                        || (own != null && own.preemption() == AdmissionConstraint.NEVER),
                Annotation.CONSTRAINT_VALUE.equals(annotations.get(Annotation.CANNOT_BORROW.text()))
                        || (own != null && own.borrowing() == AdmissionConstraint.NEVER));
    }

    /** Who was drained from a LocalQueue may queue as soon as that does, whatever its Workload still says. */
    private static Requeue requeue(WorkloadStatus status) {
        RequeueState state = status.requeueState();
        return new Requeue(
                Conditions.find(status.conditions(), ConditionType.REQUEUED)
                        .filter(condition -> condition.status() == ConditionStatus.FALSE)
                        .filter(condition -> StoppedQueue.named(condition.reason())
                                .filter(StoppedQueue::takesBackAtOnce)
                                .isEmpty())
                        .isPresent(),
                state == null ? null : state.requeueAt());
    }

    private static @Nullable Eviction eviction(WorkloadStatus status) {
        return Conditions.find(status.conditions(), ConditionType.EVICTED)
                .map(condition -> new Eviction(condition.reason(), condition.lastTransitionTime(), condition.holds()))
                .orElse(null);
    }

    private static dev.turnstile.core.workload.@Nullable Admission admission(WorkloadStatus status) {
        Admission admission = status.admission();
        Instant reserved = status.reservedSince().orElse(null);
        if (admission == null || reserved == null) {
            return null;
        }
        List<dev.turnstile.core.workload.PodSetAssignment> podSets = new ArrayList<>();
        for (PodSetAssignment podSet : admission.podSetAssignments()) {
            podSets.add(held(podSet, status.reclaimablePods()));
        }
        return new dev.turnstile.core.workload.Admission(
                Objects.requireNonNullElse(admission.clusterQueue(), ""), podSets, reserved);
    }

    /** What a pod set holds: pods that are done give their part back. */
    private static dev.turnstile.core.workload.PodSetAssignment held(
            PodSetAssignment podSet, List<ReclaimablePod> reclaimable) {
        Integer counted = podSet.count();
        int count = counted == null ? 0 : counted;
        int done = Math.min(
                count,
                reclaimable.stream()
                        .filter(pod -> pod.name().equals(podSet.name()))
                        .mapToInt(ReclaimablePod::count)
                        .sum());
        Map<String, Long> amounts = new java.util.TreeMap<>();
        podSet.resourceUsage().forEach((resource, quantity) -> {
            long amount = Amounts.amount(resource, quantity);
            amounts.put(resource, done == 0 || count == 0 ? amount : amount / count * (count - done));
        });
        return new dev.turnstile.core.workload.PodSetAssignment(
                podSet.name(), count - done, podSet.flavors(), dev.turnstile.core.resource.Requests.of(amounts));
    }
}
