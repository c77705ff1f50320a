package dev.turnstile.worker.metrics;

import dev.turnstile.core.waiting.Wait;
import dev.turnstile.core.workload.AdmissionConstraints;
import dev.turnstile.model.condition.Condition;
import dev.turnstile.model.condition.Conditions;
import dev.turnstile.model.kueue.ClusterQueue;
import dev.turnstile.model.kueue.LocalQueue;
import dev.turnstile.model.kueue.LocalQueueFlavorUsage;
import dev.turnstile.model.kueue.LocalQueueResourceUsage;
import dev.turnstile.model.kueue.PodSetRequest;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.vocabulary.AdmittedReason;
import dev.turnstile.vocabulary.ConditionType;
import dev.turnstile.vocabulary.WaitingReason;
import dev.turnstile.worker.inbound.Lifecycles;
import dev.turnstile.worker.inbound.Stores;
import dev.turnstile.worker.inbound.Surroundings;
import dev.turnstile.worker.inbound.WorkloadFacts;
import dev.turnstile.worker.inbound.Workloads;
import dev.turnstile.worker.outbound.Admissions;
import dev.turnstile.worker.state.Overview;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Workloads, by queue, and LocalQueues at the moment of a scrape. */
final class WorkloadLevels {
    private static final List<String> ACTIVE = List.of("True", "False", "Unknown");

    private final Levels finished =
            new Levels("kueue_finished_workloads", "Workloads that are over and still kept", "cluster_queue");
    private final Levels unadmitted = new Levels(
            "kueue_unadmitted_workloads",
            "Workloads that do not run, and why",
            "cluster_queue",
            "reason",
            "underlying_cause");
    private final Levels gated = new Levels(
            "kueue_preemption_gated_workloads", "Workloads whose preemption a gate holds back", "cluster_queue");
    private final Levels preempting =
            new Levels("kueue_preempting_workloads", "Workloads that wait for their victims", "cluster_queue");
    private final Levels constrained = new Levels(
            "kueue_admission_constrained_workloads",
            "Workloads that their own constraints hold back",
            "cluster_queue",
            "constraint");
    private final Levels oldest = new Levels(
            "kueue_oldest_pending_workload_timestamp_seconds",
            "Since when that workload waits for quota which waits longest",
            "cluster_queue");
    private final Levels resourcePending = new Levels(
            "kueue_cluster_queue_resource_pending", "What those who wait ask for", "cluster_queue", "resource");
    private final Levels localFinished = local("kueue_local_queue_finished_workloads", "Workloads that are over");
    private final Levels localReserving =
            local("kueue_local_queue_reserving_active_workloads", "Workloads that hold quota");
    private final Levels localAdmitted = local("kueue_local_queue_admitted_active_workloads", "Workloads that may run");
    private final Levels localPending = new Levels(
            "kueue_local_queue_pending_workloads", "Workloads that wait, by how", "name", "namespace", "status");
    private final Levels localStatus =
            new Levels("kueue_local_queue_status", "Whether the queue admits", "active", "name", "namespace");
    private final Levels localUnadmitted = new Levels(
            "kueue_local_queue_unadmitted_workloads",
            "Workloads that do not run, and why",
            "cluster_queue",
            "name",
            "namespace",
            "reason",
            "underlying_cause");
    private final Levels localReservation = new Levels(
            "kueue_local_queue_resource_reservation", "What is held", "name", "namespace", "flavor", "resource");
    private final Levels localUsage =
            new Levels("kueue_local_queue_resource_usage", "What is used", "name", "namespace", "flavor", "resource");

    private WorkloadLevels() {}

    private static Levels local(String name, String help) {
        return new Levels(name, help, "name", "namespace");
    }

    static List<Levels> read(
            Stores stores,
            Overview overview,
            boolean resources,
            Surroundings surroundings,
            Function<Workload, String> clusterQueueOf,
            Predicate<LocalQueue> measured) {
        WorkloadLevels levels = new WorkloadLevels();
        for (ClusterQueue queue : stores.clusterQueues().all()) {
            String name = Objects.requireNonNullElse(queue.metadata().getName(), "");
            levels.finished.set(0, name);
            levels.gated.set(0, name);
            levels.preempting.set(0, name);
            if (resources) {
                queue.spec().resourceGroups().stream()
                        .flatMap(group -> group.coveredResources().stream())
                        .forEach(resource -> levels.resourcePending.set(0, name, resource));
            }
        }
        for (LocalQueue queue : stores.localQueues().all()) {
            if (measured.test(queue)) {
                levels.localQueue(queue);
            }
        }
        Set<ObjectKey> competing = overview.competing();
        for (Workload workload : stores.workloads().all()) {
            LocalQueue queue = stores.localQueues()
                    .get(new ObjectKey(WorkloadMetrics.namespace(workload), WorkloadMetrics.localQueue(workload)));
            boolean local = queue != null && measured.test(queue);
            if (resources) {
                levels.pendingResources(workload, surroundings, clusterQueueOf.apply(workload));
            }
            levels.workload(
                    workload, clusterQueueOf.apply(workload), local, competing.contains(WorkloadFacts.key(workload)));
        }
        return List.of(
                levels.finished,
                levels.unadmitted,
                levels.gated,
                levels.preempting,
                levels.constrained,
                levels.oldest,
                levels.resourcePending,
                levels.localFinished,
                levels.localReserving,
                levels.localAdmitted,
                levels.localPending,
                levels.localStatus,
                levels.localUnadmitted,
                levels.localReservation,
                levels.localUsage);
    }

    private void localQueue(LocalQueue queue) {
        String name = Objects.requireNonNullElse(queue.metadata().getName(), "");
        String namespace = Objects.requireNonNullElse(queue.metadata().getNamespace(), "");
        localFinished.set(0, name, namespace);
        localReserving.set(number(queue.status().reservingWorkloads()), name, namespace);
        localAdmitted.set(number(queue.status().admittedWorkloads()), name, namespace);
        localPending.set(0, name, namespace, "active");
        localPending.set(number(queue.status().pendingWorkloads()), name, namespace, "inadmissible");
        String now = Conditions.find(queue.status().conditions(), ConditionType.ACTIVE)
                .map(condition -> condition.holds() ? "True" : "False")
                .orElse("Unknown");
        ACTIVE.forEach(possible -> localStatus.set(possible.equals(now) ? 1 : 0, possible, name, namespace));
        amounts(localReservation, queue.status().flavorsReservation(), name, namespace);
        amounts(localUsage, queue.status().flavorsUsage(), name, namespace);
    }

    private static double number(@Nullable Integer count) {
        return count == null ? 0 : count;
    }

    private static void amounts(Levels levels, List<LocalQueueFlavorUsage> usages, String name, String namespace) {
        for (LocalQueueFlavorUsage flavor : usages) {
            for (LocalQueueResourceUsage resource : flavor.resources()) {
                levels.set(
                        resource.total() == null ? 0 : resource.total().amount().doubleValue(),
                        name,
                        namespace,
                        flavor.name(),
                        resource.name());
            }
        }
    }

    private void pendingResources(Workload workload, Surroundings surroundings, String clusterQueue) {
        if (WorkloadFacts.finished(workload)
                || WorkloadFacts.reserved(workload)
                || !workload.spec().active()) {
            return;
        }
        for (PodSetRequest request : Admissions.requests(surroundings.view(workload))) {
            request.resources()
                    .forEach((resource, amount) ->
                            resourcePending.add(amount.amount().doubleValue(), clusterQueue, resource));
        }
    }

    private void workload(Workload workload, String clusterQueue, boolean local, boolean competes) {
        String name = WorkloadMetrics.localQueue(workload);
        String namespace = WorkloadMetrics.namespace(workload);
        if (WorkloadFacts.finished(workload)) {
            finished.add(1, clusterQueue);
            if (local) {
                localFinished.add(1, name, namespace);
            }
            return;
        }
        if (local && competes) {
            localPending.add(1, name, namespace, "active");
            localPending.add(-1, name, namespace, "inadmissible");
        }
        if (!WorkloadFacts.reserved(workload) && workload.spec().active() && !clusterQueue.isEmpty()) {
            pendingSince(workload).ifPresent(since -> oldest.atMost((double) since.getEpochSecond(), clusterQueue));
        }
        if (WorkloadFacts.gated(workload)) {
            gated.add(1, clusterQueue);
        }
        Optional<Condition> notAdmitted = Conditions.find(workload.status().conditions(), ConditionType.ADMITTED)
                .filter(condition -> !condition.holds());
        String cause = Conditions.find(workload.status().conditions(), ConditionType.QUOTA_RESERVED)
                .filter(condition -> !condition.holds())
                .map(Condition::reason)
                .orElse("");
        if (notAdmitted.isPresent()) {
            String reason = notAdmitted.get().reason();
            String underlying = reason.equals(AdmittedReason.NO_RESERVATION.text()) ? cause : "";
            unadmitted.add(1, clusterQueue, reason, underlying);
            if (local) {
                localUnadmitted.add(1, clusterQueue, name, namespace, reason, underlying);
            }
        }
        // The other reasons are counted above, all of them.
        Wait wait = Lifecycles.waits(workload).orElse(null);
        if (wait instanceof Wait.Constrained constraint) {
            constraints(constraint.ruledOut().among(Workloads.constraints(workload)), clusterQueue);
        } else if (wait != null && wait.reason() == WaitingReason.WAITING_FOR_PREEMPTED_WORKLOADS) {
            preempting.add(1, clusterQueue);
        }
    }

    /** Since its creation, or since it lost its quota. */
    private static Optional<Instant> pendingSince(Workload workload) {
        return Conditions.find(workload.status().conditions(), ConditionType.QUOTA_RESERVED)
                .map(Condition::lastTransitionTime)
                .or(() -> Optional.ofNullable(workload.metadata().getCreationTimestamp())
                        .map(OffsetDateTime::toInstant));
    }

    private void constraints(AdmissionConstraints obstacle, String clusterQueue) {
        if (obstacle.cannotPreempt()) {
            constrained.add(1, clusterQueue, "cannot-preempt");
        }
        if (obstacle.cannotBorrow()) {
            constrained.add(1, clusterQueue, "cannot-borrow");
        }
    }
}
