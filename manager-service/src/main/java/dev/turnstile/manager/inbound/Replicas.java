package dev.turnstile.manager.inbound;

import dev.turnstile.core.dispatch.Gate;
import dev.turnstile.core.dispatch.Replica;
import dev.turnstile.core.dispatch.Sightings;
import dev.turnstile.core.dispatch.SpecMatch;
import dev.turnstile.core.message.Message;
import dev.turnstile.core.waiting.StoredWait;
import dev.turnstile.model.condition.Condition;
import dev.turnstile.model.condition.ConditionStatus;
import dev.turnstile.model.condition.Conditions;
import dev.turnstile.model.gate.PreemptionGates;
import dev.turnstile.model.kueue.GateState;
import dev.turnstile.model.kueue.PodSet;
import dev.turnstile.model.kueue.PreemptionGateState;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.model.kueue.WorkloadSpec;
import dev.turnstile.model.kueue.WorkloadStatus;
import dev.turnstile.model.meta.Absent;
import dev.turnstile.vocabulary.Annotation;
import dev.turnstile.vocabulary.ConditionType;
import dev.turnstile.vocabulary.PreemptionGateName;
import dev.turnstile.vocabulary.WaitingReason;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A replica in a worker cluster, as the core sees it. */
public final class Replicas {
    /** Annotations of the local Workload that its replicas carry as well. */
    public static final Set<String> COPIED = Set.of(
            Annotation.CANNOT_PREEMPT.text(), Annotation.CANNOT_BORROW.text(), Annotation.IS_GROUP_WORKLOAD.text());

    private Replicas() {}

    /**
     * A replica.
     *
     * @param local null where the local Workload is gone
     * @param look knows when this process first saw what the worker wrote
     */
    public static Replica of(
            Workload replica, String uid, String version, @Nullable Workload local, Sightings.Look look) {
        WorkloadStatus status = replica.status();
        return new Replica(
                uid,
                version,
                local == null ? SpecMatch.SAME : match(local, replica),
                gate(replica),
                LocalWorkloads.since(status, ConditionType.PREEMPTION_BLOCKED).map(at -> look.of(uid + " asks", at)),
                status.reservedSince().map(at -> look.of(uid + " holds", at)),
                status.admittedSince(),
                status.evicted(),
                LocalWorkloads.finish(status),
                waitsFor(status));
    }

    private static Gate gate(Workload replica) {
        boolean declared = replica.spec().preemptionGates().stream()
                .anyMatch(gate -> gate.name().equals(PreemptionGateName.MULTIKUEUE.text()));
        if (!declared) {
            return new Gate.None();
        }
        Optional<PreemptionGateState> state =
                PreemptionGates.find(replica.status().preemptionGates(), PreemptionGateName.MULTIKUEUE.text());
        return state.filter(found -> found.state() == GateState.OPEN)
                .<Gate>map(found -> new Gate.Open(found.lastTransitionTime()))
                .orElseGet(() -> new Gate.Closed(state.map(PreemptionGateState::lastTransitionTime)));
    }

    /** What was put back without being looked at says nothing of this cluster yet. */
    private static Optional<Replica.WaitReason> waitsFor(WorkloadStatus status) {
        return Conditions.find(status.conditions(), ConditionType.QUOTA_RESERVED)
                .filter(condition -> condition.status() == ConditionStatus.FALSE)
                .filter(condition -> !condition.reason().equals(WaitingReason.PENDING_EVALUATION.text()))
                .map(Replicas::waitReason);
    }

    private static Replica.WaitReason waitReason(Condition condition) {
        return new Replica.WaitReason(
                StoredWait.parse(condition.reason(), Message.of(condition.message())), condition.lastTransitionTime());
    }

    /** Gates are the manager's, and whether it is active is the worker's: both are left aside. */
    static SpecMatch match(Workload local, Workload replica) {
        WorkloadSpec wanted = local.spec();
        WorkloadSpec found = replica.spec();
        if (!Objects.equals(wanted.queueName(), found.queueName()) || !samePods(wanted.podSets(), found.podSets())) {
            return SpecMatch.DIFFERENT;
        }
        boolean same = counts(wanted).equals(counts(found))
                && Objects.equals(wanted.priority(), found.priority())
                && Objects.equals(wanted.priorityClassRef(), found.priorityClassRef())
                && Objects.equals(wanted.maximumExecutionTimeSeconds(), found.maximumExecutionTimeSeconds())
                && Objects.equals(wanted.admissionConstraints(), found.admissionConstraints())
                && COPIED.stream().allMatch(name -> Objects.equals(annotation(local, name), annotation(replica, name)));
        return same ? SpecMatch.SAME : SpecMatch.OUTDATED;
    }

    private static boolean samePods(List<PodSet> wanted, List<PodSet> found) {
        boolean same = wanted.size() == found.size();
        for (int i = 0; same && i < wanted.size(); i++) {
            PodSet one = wanted.get(i);
            PodSet other = found.get(i);
            same = one.name().equals(other.name())
                    && one.template().equals(other.template())
                    && one.count() <= other.count();
        }
        return same;
    }

    private static List<Integer> counts(WorkloadSpec spec) {
        return spec.podSets().stream().map(PodSet::count).toList();
    }

    /** An annotation of a Workload; null where it has none of that name. */
    public static @Nullable String annotation(Workload workload, String name) {
        Map<String, String> annotations = Absent.map(workload.metadata().getAnnotations());
        return annotations.get(name);
    }
}
