package dev.turnstile.worker.pod;

import dev.turnstile.core.lifecycle.WorkloadEvent;
import dev.turnstile.model.condition.Condition;
import dev.turnstile.model.condition.ConditionStatus;
import dev.turnstile.model.condition.Conditions;
import dev.turnstile.model.kueue.PodSet;
import dev.turnstile.model.kueue.ReclaimablePod;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Store;
import dev.turnstile.vocabulary.Annotation;
import dev.turnstile.vocabulary.ConditionType;
import dev.turnstile.vocabulary.FinishedReason;
import dev.turnstile.worker.inbound.WorkloadFacts;
import dev.turnstile.worker.job.CheckAnnouncements;
import dev.turnstile.worker.job.Integration;
import dev.turnstile.worker.job.JobMetadata;
import dev.turnstile.worker.job.Placements;
import dev.turnstile.worker.job.PrebuiltWorkloads;
import dev.turnstile.worker.job.WorkloadMaker;
import dev.turnstile.worker.job.WorkloadWriter;
import dev.turnstile.worker.outbound.Transitions;
import dev.turnstile.worker.write.WriteAccess;
import java.time.Instant;
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
    private final WorkloadWriter writer;
    private final WorkloadMaker maker;
    private final PrebuiltWorkloads prebuilt;
    private final Placements placements;
    private final CheckAnnouncements announcements;

    PodWorkloads(Store<Workload> workloads, WorkloadMaker maker, Placements placements, WriteAccess access) {
        this.workloads = workloads;
        this.writer = new WorkloadWriter(workloads, access);
        this.maker = maker;
        this.prebuilt = new PrebuiltWorkloads(workloads, access.objects(), access.events());
        this.placements = placements;
        this.announcements = new CheckAnnouncements(workloads, access.events());
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
                finish(unit, workload, FinishedReason.FAILED_TO_START.text(), message, WorkloadFacts::admitted);
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
        writer.writeStatus(
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
        boolean finished = writer.writeEnd(workload, reason, message, stands).changed();
        if (finished && !reason.equals(FinishedReason.OWNER_NOT_FOUND.text())) {
            writer.publishEnd(
                    new WorkloadWriter.Subject(
                            unit.pods().getFirst().metadata().target(PodWriter.POD), PodWriter.COMPONENT),
                    workload);
        }
    }

    void reclaim(Workload workload, List<ReclaimablePod> done) throws InterruptedException {
        writer.writeReclaimable(workload, done, WorkloadFacts::reserved);
    }

    void replacements(Workload workload, PodStep.Replacements wanted, PodReconciler.Reconsider again)
            throws InterruptedException {
        writer.writeStatus(
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

    void removeFinalizer(Workload workload) throws InterruptedException {
        writer.removeFinalizer(workload);
    }

    void follow(PodUnit unit, Workload workload, boolean ready) throws InterruptedException {
        announcements.publish(unit.pods().getFirst().metadata().target(PodWriter.POD), PodWriter.COMPONENT, workload);
        List<PodView> serving = unit.where(pod -> !pod.over() && !pod.deleting());
        boolean made =
                !serving.isEmpty() && serving.stream().noneMatch(pod -> PrebuiltWorkloads.name(pod.metadata()) != null);
        boolean followed = made
                && (maker.follow(
                                agreed(serving),
                                PodWriter.COMPONENT,
                                serving.getFirst().priorityClass(),
                                workload)
                        || maker.changePodSets(
                                WorkloadFacts.key(workload), podSets -> Narrowing.of(podSets, unit, serving)));
        if (!followed) {
            writer.writePodsReady(workload, ready);
        }
    }
}
