package dev.turnstile.worker.pod;

import dev.turnstile.core.lifecycle.WorkloadEvent;
import dev.turnstile.model.condition.Condition;
import dev.turnstile.model.condition.ConditionStatus;
import dev.turnstile.model.condition.Conditions;
import dev.turnstile.model.kueue.PodSet;
import dev.turnstile.model.kueue.ReclaimablePod;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.model.kueue.WorkloadStatus;
import dev.turnstile.model.meta.KubernetesJson;
import dev.turnstile.service.apply.Difference;
import dev.turnstile.service.apply.EventRecorder;
import dev.turnstile.service.apply.ObjectWriter;
import dev.turnstile.service.apply.ObjectWriter.Part;
import dev.turnstile.service.apply.WriteResult;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Store;
import dev.turnstile.vocabulary.Annotation;
import dev.turnstile.vocabulary.ConditionType;
import dev.turnstile.vocabulary.EventReason;
import dev.turnstile.vocabulary.FinishedReason;
import dev.turnstile.vocabulary.PodsReadyReason;
import dev.turnstile.worker.job.CheckAnnouncements;
import dev.turnstile.worker.job.Integration;
import dev.turnstile.worker.job.JobMetadata;
import dev.turnstile.worker.job.Placements;
import dev.turnstile.worker.job.PrebuiltWorkloads;
import dev.turnstile.worker.job.WorkloadMaker;
import dev.turnstile.worker.workload.Finalizing;
import dev.turnstile.worker.workload.Transitions;
import dev.turnstile.worker.workload.WorkloadFacts;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Finds and writes the Workloads of units. */
final class PodWorkloads {
    private static final List<String> CONSTRAINTS =
            List.of(Annotation.CANNOT_PREEMPT.text(), Annotation.CANNOT_BORROW.text());

    private final Store<Workload> workloads;
    private final ObjectWriter writer;
    private final EventRecorder events;
    private final WorkloadMaker maker;
    private final PrebuiltWorkloads prebuilt;
    private final Placements placements;
    private final InstantSource clock;
    private final CheckAnnouncements announcements;

    PodWorkloads(
            Store<Workload> workloads,
            ObjectWriter writer,
            EventRecorder events,
            WorkloadMaker maker,
            PrebuiltWorkloads prebuilt,
            Placements placements,
            InstantSource clock) {
        this.workloads = workloads;
        this.writer = writer;
        this.events = events;
        this.maker = maker;
        this.prebuilt = prebuilt;
        this.placements = placements;
        this.clock = clock;
        this.announcements = new CheckAnnouncements(workloads, events);
    }

    /** What the Workload of a pod is called. */
    ObjectKey keyOf(JobMetadata pod) {
        String name = PrebuiltWorkloads.name(pod);
        if (name != null) {
            return new ObjectKey(pod.key().namespace(), name);
        }
        ObjectKey group = PodIndex.groupOf(pod);
        return group == null ? maker.nameFor(pod) : group;
    }

    /** The Workload of a unit, or null. */
    @Nullable
    Workload of(PodUnit unit) {
        JobMetadata first = unit.pods().getFirst().metadata();
        Workload workload = workloads.get(keyOf(first));
        if (workload == null) {
            return null;
        }
        boolean free = PrebuiltWorkloads.name(first) != null && PrebuiltWorkloads.free(workload);
        boolean ours =
                unit.group() ? WorkloadFacts.ofGroup(workload) : first.uid().equals(WorkloadFacts.jobUid(workload));
        return free || ours ? workload : null;
    }

    void create(PodUnit unit, List<PodView> members, List<PodSet> podSets) throws InterruptedException {
        maker.create(
                keyOf(members.getFirst().metadata()),
                new WorkloadMaker.Order(
                        agreed(members),
                        PodWriter.COMPONENT,
                        members.getFirst().priorityClass(),
                        podSets,
                        unit.group() ? members.stream().map(PodView::metadata).toList() : List.of()));
    }

    /** What the oldest member says, with the strictest constraints of all. */
    private static JobMetadata agreed(List<PodView> members) {
        JobMetadata first = members.getFirst().metadata();
        Map<String, String> annotations = new TreeMap<>(first.annotations());
        for (String constraint : CONSTRAINTS) {
            boolean strict = members.stream()
                    .anyMatch(pod -> Annotation.CONSTRAINT_VALUE.equals(
                            pod.metadata().annotations().get(constraint)));
            if (strict) {
                annotations.put(constraint, Annotation.CONSTRAINT_VALUE);
            }
        }
        return new JobMetadata(
                first.key(), first.uid(), first.created(), first.labels(), annotations, first.deleting());
    }

    void adopt(PodUnit unit, List<PodView> pods, Workload workload) throws InterruptedException {
        ObjectKey key = WorkloadFacts.key(workload);
        if (unit.group()) {
            prebuilt.join(PodWriter.POD, pods.stream().map(PodView::metadata).toList(), key, PodWriter.COMPONENT);
        } else {
            prebuilt.own(PodWriter.POD, pods.getFirst().metadata(), key);
        }
    }

    /** Lets pods run where they were admitted; answers whether that place is known. */
    boolean start(PodUnit unit, List<PodView> pods, Workload workload, PodWriter podWriter)
            throws InterruptedException {
        switch (placements.of(workload)) {
            case Placements.Found.NotYet _ -> {
                return false;
            }
            case Placements.Found.Contradiction(String message) ->
                finish(
                        unit,
                        workload,
                        FinishedReason.FAILED_TO_START.text(),
                        message,
                        fresh -> WorkloadFacts.admitted(fresh));
            case Placements.Found.Places(List<Integration.Placement> places) ->
                start(unit, pods, workload, places, podWriter);
        }
        return true;
    }

    private static void start(
            PodUnit unit,
            List<PodView> pods,
            Workload workload,
            List<Integration.Placement> places,
            PodWriter podWriter)
            throws InterruptedException {
        Map<String, Integration.Placement> byPodSet =
                places.stream().collect(Collectors.toMap(Integration.Placement::podSet, Function.identity()));
        Integration.Marks marks = Integration.Marks.of(workload);
        podWriter.start(
                pods.stream()
                        .filter(pod -> byPodSet.containsKey(unit.podSetOf(pod)))
                        .toList(),
                (pod, fresh) -> PodTemplates.start(
                        fresh, pod.role(), Objects.requireNonNull(byPodSet.get(unit.podSetOf(pod))), marks),
                marks.clusterQueue());
    }

    void release(Workload workload, PodStep.Release release, PodReconciler.Reconsider again)
            throws InterruptedException {
        status(
                workload,
                (fresh, now) -> again.on(fresh).equals(release)
                        ? Transitions.status(fresh, new WorkloadEvent.JobStopped(release.canRestart()), now)
                        : null);
    }

    private static Condition condition(
            Workload workload, ConditionType type, boolean holds, String reason, String message, Instant now) {
        return new Condition(
                type, ConditionStatus.of(holds), workload.metadata().getGeneration(), now, reason, message);
    }

    void finish(PodUnit unit, Workload workload, PodStep.Finish finish, PodReconciler.Reconsider again)
            throws InterruptedException {
        finish(
                unit,
                workload,
                finish.reason(),
                finish.message(),
                fresh -> again.on(fresh).equals(finish));
    }

    private void finish(PodUnit unit, Workload workload, String reason, String message, Predicate<Workload> stands)
            throws InterruptedException {
        WriteResult<Workload> result = status(
                workload,
                (fresh, now) -> stands.test(fresh) ? Transitions.finished(fresh, reason, message, now) : null);
        if (result.changed() && !reason.equals(FinishedReason.OWNER_NOT_FOUND.text())) {
            events.normal(
                    unit.pods().getFirst().metadata().target(PodWriter.POD),
                    PodWriter.COMPONENT,
                    EventReason.FINISHED_WORKLOAD.text(),
                    "Workload '" + WorkloadFacts.key(workload) + "' is declared finished");
        }
    }

    void reclaim(Workload workload, List<ReclaimablePod> done) throws InterruptedException {
        status(
                workload,
                (fresh, now) -> WorkloadFacts.reserved(fresh)
                        ? fresh.status().toBuilder().reclaimablePods(done).build()
                        : null);
    }

    void replacements(Workload workload, PodStep.Replacements wanted, PodReconciler.Reconsider again)
            throws InterruptedException {
        status(
                workload,
                (fresh, now) -> again.on(fresh).equals(wanted)
                        ? fresh.status()
                                .withConditions(Conditions.set(
                                        fresh.status().conditions(),
                                        condition(
                                                fresh,
                                                ConditionType.WAITING_FOR_REPLACEMENT_PODS,
                                                wanted.waits(),
                                                wanted.reason(),
                                                wanted.message(),
                                                now)))
                        : null);
    }

    void letGo(Workload workload) throws InterruptedException {
        Finalizing.letGo(writer, workloads, WorkloadFacts.key(workload));
    }

    void follow(PodUnit unit, Workload workload, boolean ready) throws InterruptedException {
        announcements.tell(unit.pods().getFirst().metadata().target(PodWriter.POD), PodWriter.COMPONENT, workload);
        List<PodView> serving = unit.where(pod -> !pod.over() && !pod.deleting());
        boolean made =
                !serving.isEmpty() && serving.stream().noneMatch(pod -> PrebuiltWorkloads.name(pod.metadata()) != null);
        boolean followed = made
                && (maker.follow(
                                agreed(serving),
                                PodWriter.COMPONENT,
                                serving.getFirst().priorityClass(),
                                workload)
                        || maker.podSets(WorkloadFacts.key(workload), podSets -> Narrowing.of(podSets, unit, serving)));
        if (!followed) {
            podsReady(workload, ready);
        }
    }

    private void podsReady(Workload workload, boolean ready) throws InterruptedException {
        Condition before = Conditions.find(workload.status().conditions(), ConditionType.PODS_READY)
                .orElse(null);
        boolean failed = WorkloadFacts.admitted(workload)
                && !ready
                && before != null
                && (before.holds() || before.reason().equals(PodsReadyReason.WAIT_FOR_RECOVERY.text()));
        status(workload, (fresh, now) -> Transitions.podsReady(fresh, ready, failed, now));
    }

    /** The status that is wanted now, or null to leave it. */
    private interface StatusChange {
        @Nullable
        WorkloadStatus of(Workload fresh, Instant now);
    }

    private WriteResult<Workload> status(Workload workload, StatusChange change) throws InterruptedException {
        Instant now = clock.instant();
        return writer.update(workloads, WorkloadFacts.key(workload), Part.STATUS, fresh -> {
            WorkloadStatus wanted = change.of(fresh, now);
            return wanted == null || wanted.equals(fresh.status())
                    ? null
                    : Difference.ofStatus(KubernetesJson.tree(fresh.status()), KubernetesJson.tree(wanted));
        });
    }
}
