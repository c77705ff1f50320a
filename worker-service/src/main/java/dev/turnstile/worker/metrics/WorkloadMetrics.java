package dev.turnstile.worker.metrics;

import dev.turnstile.model.condition.Condition;
import dev.turnstile.model.condition.Conditions;
import dev.turnstile.model.kueue.EvictionCount;
import dev.turnstile.model.kueue.PreemptionGateState;
import dev.turnstile.model.kueue.SchedulingStats;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.vocabulary.ConditionType;
import dev.turnstile.worker.inbound.WorkloadFacts;
import dev.turnstile.worker.inbound.Workloads;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What happened to Workloads, read from how each was before and after a change. */
final class WorkloadMetrics {
    private final Function<Workload, String> clusterQueueOf;
    private final Function<String, List<String>> cohortsOf;
    private final Predicate<Workload> localQueueMeasured;
    private final List<Growing> growing = new ArrayList<>();
    private final Both reserved = both("quota_reserved_workloads", "Reservations of quota");
    private final Both admitted = both("admitted_workloads", "Admissions");
    private final Both finished = both("finished_workloads", "Workloads that are over");
    private final BothDurations reservedWait =
            bothDurations("quota_reserved_wait_time_seconds", "From queuing to the reservation of quota");
    private final BothDurations admissionWait =
            bothDurations("admission_wait_time_seconds", "From queuing to admission");
    private final BothDurations checksWait = bothDurations(
            "admission_checks_wait_time_seconds", "From the reservation of quota until all checks were ready");
    private final BothDurations readyWait =
            bothDurations("ready_wait_time_seconds", "From creation until all pods were ready");
    private final BothDurations admittedUntilReady =
            bothDurations("admitted_until_ready_wait_time_seconds", "From admission until all pods were ready");
    private final BothDurations execution = bothDurations("execution_time_seconds", "From admission to the end");
    private final Totals cohortAdmitted = totals(Family.of(
            "kueue_cohort_subtree_admitted_workloads", "Admissions below a cohort", "cohort", "priority_class"));
    private final Totals evicted = totals(Family.of(
            "kueue_evicted_workloads", "Evictions", "cluster_queue", "reason", "underlying_cause", "priority_class"));
    private final Totals evictedLocal = totals(Family.of(
            "kueue_local_queue_evicted_workloads",
            "Evictions",
            "name",
            "namespace",
            "reason",
            "underlying_cause",
            "priority_class"));
    private final Totals evictedOnce = totals(Family.of(
            "kueue_evicted_workloads_once",
            "Workloads evicted for a reason for the first time",
            "cluster_queue",
            "reason",
            "underlying_cause",
            "priority_class"));
    private final Durations readyToEvicted = durations(Family.of(
            "kueue_pods_ready_to_evicted_time_seconds",
            "From all pods being ready to the eviction",
            "cluster_queue",
            "reason",
            "underlying_cause"));
    private final Durations evictionLatency = durations(Family.of(
            "kueue_workload_eviction_latency_seconds",
            "From the eviction to the release of quota",
            "cluster_queue",
            "reason"));
    private final Durations release = durations(Family.of(
            "kueue_quota_release_seconds", "From the eviction to the release of quota, by kind of job", "kind"));
    private final Durations creation =
            durations(Family.of("kueue_workload_creation_latency_seconds", "From the job to its Workload", "job_kind"));
    private final Totals gated =
            totals(Family.of("kueue_preemption_gated", "Preemptions that a gate held back", "cluster_queue"));
    private final Durations gateWait = durations(Family.of(
            "kueue_preemption_gate_wait_seconds", "From the signal at a closed gate to its end", "cluster_queue"));

    private record Both(Totals clusterQueue, Totals localQueue) {}

    private record BothDurations(Durations clusterQueue, Durations localQueue) {}

    /**
     * Counts what it is notified of.
     *
     * @param clusterQueueOf the ClusterQueue of a Workload, or the empty string
     * @param cohortsOf the cohorts above a ClusterQueue
     * @param localQueueMeasured whether the Workload's LocalQueue has series of its own
     */
    WorkloadMetrics(
            Function<Workload, String> clusterQueueOf,
            Function<String, List<String>> cohortsOf,
            Predicate<Workload> localQueueMeasured) {
        this.clusterQueueOf = clusterQueueOf;
        this.cohortsOf = cohortsOf;
        this.localQueueMeasured = localQueueMeasured;
    }

    private Totals totals(Family family) {
        Totals made = family.name().endsWith("finished_workloads") ? Totals.besideLevels(family) : Totals.of(family);
        growing.add(made);
        return made;
    }

    private Durations durations(Family family) {
        Durations made = new Durations(family, Durations.WAITS);
        growing.add(made);
        return made;
    }

    private Both both(String name, String help) {
        return new Both(
                totals(Family.of("kueue_" + name, help, "cluster_queue", "priority_class")),
                totals(Family.of("kueue_local_queue_" + name, help, "name", "namespace", "priority_class")));
    }

    private BothDurations bothDurations(String name, String help) {
        return new BothDurations(
                durations(Family.of("kueue_" + name, help, "cluster_queue", "priority_class")),
                durations(Family.of("kueue_local_queue_" + name, help, "name", "namespace", "priority_class")));
    }

    List<Growing> growing() {
        return growing;
    }

    /** A Workload was made for a job. */
    void created(Workload workload, Instant jobCreated) {
        creation.add(Duration.between(jobCreated, Workloads.createdAt(workload)), kind(workload));
    }

    private static String kind(Workload workload) {
        return WorkloadFacts.owners(workload).stream()
                .map(owner -> orEmpty(owner.getKind()))
                .findFirst()
                .orElse("");
    }

    void changed(Workload before, Workload after) {
        if (became(before, after, ConditionType.QUOTA_RESERVED)) {
            add(reserved, after);
            add(reservedWait, after, Duration.between(queued(before), since(after, ConditionType.QUOTA_RESERVED)));
        }
        if (became(before, after, ConditionType.ADMITTED)) {
            admitted(before, after);
        }
        if (became(before, after, ConditionType.PODS_READY) && WorkloadFacts.admitted(after)) {
            Instant ready = since(after, ConditionType.PODS_READY);
            add(readyWait, after, Duration.between(queued(after), ready));
            add(admittedUntilReady, after, Duration.between(since(after, ConditionType.ADMITTED), ready));
        }
        evictions(before, after);
        if (holdsQuota(before) && !holdsQuota(after) && WorkloadFacts.evicted(before)) {
            released(before, after);
        }
        if (became(before, after, ConditionType.FINISHED)) {
            add(finished, after);
            if (WorkloadFacts.admitted(after)) {
                Integer past = after.status().accumulatedPastExecutionTimeSeconds();
                add(
                        execution,
                        after,
                        Duration.between(since(after, ConditionType.ADMITTED), since(after, ConditionType.FINISHED))
                                .plusSeconds(past == null ? 0 : past));
            }
        }
        gates(before, after);
    }

    private void admitted(Workload before, Workload after) {
        add(admitted, after);
        Instant now = since(after, ConditionType.ADMITTED);
        add(admissionWait, after, Duration.between(queued(after), now));
        if (!after.status().admissionChecks().isEmpty()) {
            add(checksWait, after, Duration.between(since(after, ConditionType.QUOTA_RESERVED), now));
        }
        for (String cohort : cohortsOf.apply(clusterQueueOf.apply(after))) {
            cohortAdmitted.add(1, cohort, priorityClass(before));
        }
    }

    private void evictions(Workload before, Workload after) {
        SchedulingStats stats = after.status().schedulingStats();
        if (stats == null || !WorkloadFacts.reserved(before)) {
            return;
        }
        for (EvictionCount count : stats.evictions()) {
            int earlier = earlier(before, count);
            if (count.count() <= earlier) {
                continue;
            }
            String queue = clusterQueueOf.apply(before);
            String reason = count.reason();
            String cause = count.underlyingCause();
            evicted.add(1, queue, reason, cause, priorityClass(after));
            if (localQueueMeasured.test(after)) {
                evictedLocal.add(1, localQueue(after), namespace(after), reason, cause, priorityClass(after));
            }
            if (earlier == 0) {
                evictedOnce.add(1, queue, reason, cause, priorityClass(after));
            }
            if (WorkloadFacts.is(before, ConditionType.PODS_READY)) {
                readyToEvicted.add(
                        Duration.between(since(before, ConditionType.PODS_READY), since(after, ConditionType.EVICTED)),
                        queue,
                        reason,
                        cause);
            }
        }
    }

    private static boolean holdsQuota(Workload workload) {
        return WorkloadFacts.reserved(workload) && !WorkloadFacts.finished(workload);
    }

    private static int earlier(Workload before, EvictionCount count) {
        SchedulingStats stats = before.status().schedulingStats();
        return stats == null
                ? 0
                : stats.evictions().stream()
                        .filter(old -> old.reason().equals(count.reason())
                                && old.underlyingCause().equals(count.underlyingCause()))
                        .mapToInt(EvictionCount::count)
                        .sum();
    }

    private void released(Workload before, Workload after) {
        Condition eviction = Conditions.find(before.status().conditions(), ConditionType.EVICTED)
                .orElseThrow();
        Instant end =
                since(after, WorkloadFacts.finished(after) ? ConditionType.FINISHED : ConditionType.QUOTA_RESERVED);
        Duration took = Duration.between(eviction.lastTransitionTime(), end);
        evictionLatency.add(took, clusterQueueOf.apply(before), eviction.reason());
        release.add(took, kind(before));
    }

    private void gates(Workload before, Workload after) {
        boolean held = WorkloadFacts.gated(before);
        boolean holds = WorkloadFacts.gated(after);
        if (holds && !held) {
            gated.add(1, clusterQueueOf.apply(after));
        }
        if (held && !holds) {
            Instant end = WorkloadFacts.is(after, ConditionType.PREEMPTION_BLOCKED)
                    ? opened(after)
                    : since(after, ConditionType.PREEMPTION_BLOCKED);
            gateWait.add(
                    Duration.between(since(before, ConditionType.PREEMPTION_BLOCKED), end),
                    clusterQueueOf.apply(after));
        }
    }

    /** When the last of its gates was opened. */
    private static Instant opened(Workload workload) {
        return workload.status().preemptionGates().stream()
                .map(PreemptionGateState::lastTransitionTime)
                .max(Comparator.naturalOrder())
                .orElseGet(() -> since(workload, ConditionType.PREEMPTION_BLOCKED));
    }

    private void add(Both totals, Workload workload) {
        totals.clusterQueue().add(1, clusterQueueOf.apply(workload), priorityClass(workload));
        if (localQueueMeasured.test(workload)) {
            totals.localQueue().add(1, localQueue(workload), namespace(workload), priorityClass(workload));
        }
    }

    private void add(BothDurations durations, Workload workload, Duration took) {
        durations.clusterQueue().add(took, clusterQueueOf.apply(workload), priorityClass(workload));
        if (localQueueMeasured.test(workload)) {
            durations.localQueue().add(took, localQueue(workload), namespace(workload), priorityClass(workload));
        }
    }

    private static boolean became(Workload before, Workload after, ConditionType condition) {
        return !WorkloadFacts.is(before, condition) && WorkloadFacts.is(after, condition);
    }

    private static Instant since(Workload workload, ConditionType condition) {
        return find(workload, condition)
                .map(Condition::lastTransitionTime)
                .orElseGet(() -> Workloads.createdAt(workload));
    }

    private static Optional<Condition> find(Workload workload, ConditionType condition) {
        return Conditions.find(workload.status().conditions(), condition);
    }

    private static Instant queued(Workload workload) {
        return find(workload, ConditionType.REQUEUED)
                .filter(Condition::holds)
                .map(Condition::lastTransitionTime)
                .orElseGet(() -> Workloads.createdAt(workload));
    }

    static String priorityClass(Workload workload) {
        var reference = workload.spec().priorityClassRef();
        return reference == null ? "" : reference.name();
    }

    static String localQueue(Workload workload) {
        return orEmpty(workload.spec().queueName());
    }

    static String namespace(Workload workload) {
        return orEmpty(workload.metadata().getNamespace());
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }
}
