package dev.turnstile.worker.job;

import dev.turnstile.model.kueue.PodSet;
import dev.turnstile.model.kueue.ReclaimablePod;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.service.apply.EventTarget;
import dev.turnstile.service.apply.ObjectWriter.Part;
import dev.turnstile.service.informer.Store;
import dev.turnstile.vocabulary.EventReason;
import dev.turnstile.vocabulary.FinishedReason;
import dev.turnstile.worker.inbound.WorkloadFacts;
import dev.turnstile.worker.outbound.Transitions;
import dev.turnstile.worker.write.WriteAccess;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Writes what {@link JobDecision} decided, and the events that belong to it. Safe for any thread. */
final class JobWriter {
    private static final String OUT_OF_SYNC = "The prebuilt workload is out of sync with its user job";

    private final Integration integration;
    private final Store<ObjectNode> jobs;
    private final WriteAccess access;
    private final WorkloadMaker maker;
    private final WorkloadWriter workloads;
    private final PrebuiltWorkloads prebuilt;
    private final CheckAnnouncements announcements;
    /** The uids of jobs that had a Workload until it was deleted. */
    private final Set<String> withoutWorkload = ConcurrentHashMap.newKeySet();

    JobWriter(
            Integration integration,
            Store<ObjectNode> jobs,
            Store<Workload> workloads,
            WorkloadMaker maker,
            WriteAccess access) {
        this.integration = integration;
        this.jobs = jobs;
        this.access = access;
        this.maker = maker;
        this.workloads = new WorkloadWriter(workloads, access);
        this.prebuilt = new PrebuiltWorkloads(workloads, access.objects(), access.events());
        this.announcements = new CheckAnnouncements(workloads, access.events());
    }

    /** The Workload of a job is gone. */
    void lostWorkload(String jobUid) {
        withoutWorkload.add(jobUid);
    }

    /** A job is gone. */
    void forget(String jobUid) {
        withoutWorkload.remove(jobUid);
    }

    /**
     * A garbage collector knows of a deletion before we do, where our watch is late: it would collect each Workload
     * that we make for a job that is gone, as fast as we make another.
     */
    private void create(JobView job, List<PodSet> podSets) throws InterruptedException {
        JobMetadata metadata = job.metadata();
        String uid = metadata.uid();
        if (withoutWorkload.contains(uid)) {
            if (!access.objects().exists(jobs.resource(), metadata.key(), uid)) {
                jobs.absent(metadata.key(), uid);
                return;
            }
            withoutWorkload.remove(uid);
        }
        maker.create(
                maker.nameFor(metadata),
                new WorkloadMaker.Order(
                        metadata, integration.component(), job.template().priorityClass(), podSets, List.of()));
    }

    /** Carries a step out; returns after which time the job is to be decided on again, or null. */
    @Nullable
    Duration carryOut(JobStep step, JobView job) throws InterruptedException {
        JobMetadata metadata = job.metadata();
        switch (step) {
            case JobStep.Rest(@Nullable Duration requeueAfter) -> {
                return requeueAfter;
            }
            case JobStep.Adopt() -> prebuilt.own(integration.resource(), metadata, maker.nameFor(metadata));
            case JobStep.Create(List<PodSet> podSets) -> create(job, podSets);
            case JobStep.ChangePodSets(List<PodSet> podSets) ->
                maker.changePodSets(metadata, integration.component(), podSets, workload(job));
            case JobStep.Start(List<Integration.Placement> placements) -> start(metadata, workload(job), placements);
            case JobStep.Stop(String message) -> stop(metadata, message);
            case JobStep.ClearStartTime() ->
                access.objects().update(jobs, metadata.key(), Part.STATUS, integration::forgetStart);
            case JobStep.Restore(List<PodSet> podSets) ->
                access.objects()
                        .update(
                                jobs,
                                metadata.key(),
                                Part.MAIN,
                                fresh -> mayChange(fresh) ? integration.restore(fresh, podSets) : null);
            case JobStep.Release() ->
                workloads.writeStatus(
                        workload(job),
                        (fresh, now) -> WorkloadFacts.evicted(fresh) && WorkloadFacts.reserved(fresh)
                                ? Transitions.released(fresh, now)
                                : null);
            case JobStep.Reclaim(List<ReclaimablePod> done) ->
                workloads.writeReclaimable(workload(job), done, fresh -> true);
            case JobStep.Finish(FinishedReason reason, String message) ->
                finish(metadata, workload(job), reason, message);
            case JobStep.EndOutOfSync() -> endOutOfSync(metadata, workload(job));
            case JobStep.RemoveWorkloadFinalizer() -> workloads.removeFinalizer(workload(job));
            case JobStep.DeleteWorkload() -> deleteWorkload(metadata, workload(job));
            case JobStep.DeleteJob() -> deleteJob(metadata);
            case JobStep.Follow(boolean podsReady, @Nullable Duration requeueAfter) -> {
                follow(job, workload(job), podsReady);
                return requeueAfter;
            }
        }
        return null;
    }

    private static Workload workload(JobView job) {
        return Objects.requireNonNull(job.workload(), "this step is decided only where there is a Workload");
    }

    private EventTarget target(JobMetadata job) {
        return job.target(integration.resource());
    }

    private void publish(JobMetadata job, EventReason reason, String message) {
        access.events().normal(target(job), integration.component(), reason.text(), message);
    }

    private void start(JobMetadata job, Workload workload, List<Integration.Placement> placements)
            throws InterruptedException {
        Integration.Marks marks = Integration.Marks.of(workload);
        boolean started = access.objects()
                .update(
                        jobs,
                        job.key(),
                        Part.MAIN,
                        fresh -> mayChange(fresh) ? integration.start(fresh, placements, marks) : null)
                .changed();
        if (started) {
            publish(job, EventReason.STARTED, "Admitted by clusterQueue " + marks.clusterQueue());
        }
    }

    /** Whether the API takes another template. A start time that was set meanwhile brings the next decision. */
    private boolean mayChange(ObjectNode job) {
        return integration.suspended(job) && integration.forgetStart(job) == null;
    }

    private void stop(JobMetadata job, String message) throws InterruptedException {
        boolean stopped = access.objects()
                .update(
                        jobs,
                        job.key(),
                        Part.MAIN,
                        fresh -> integration.suspended(fresh) ? null : integration.stop(fresh))
                .changed();
        if (stopped) {
            publish(job, EventReason.STOPPED, message);
        }
    }

    private void finish(JobMetadata job, Workload workload, FinishedReason reason, String message)
            throws InterruptedException {
        boolean finished = workloads
                .writeEnd(workload, reason.text(), message, Predicate.not(WorkloadFacts::finished))
                .changed();
        if (finished) {
            workloads.publishEnd(new WorkloadWriter.Subject(target(job), integration.component()), workload);
        }
    }

    private void endOutOfSync(JobMetadata job, Workload workload) throws InterruptedException {
        workloads.writeEnd(workload, FinishedReason.OUT_OF_SYNC.text(), OUT_OF_SYNC, fresh -> true);
        stop(job, OUT_OF_SYNC);
    }

    private void deleteWorkload(JobMetadata job, Workload workload) throws InterruptedException {
        if (workloads.delete(workload)) {
            publish(job, EventReason.DELETED_WORKLOAD, "Deleted not matching Workload: " + WorkloadFacts.key(workload));
        }
    }

    private void deleteJob(JobMetadata job) throws InterruptedException {
        if (access.objects().delete(jobs, job.key(), job.uid())) {
            publish(job, EventReason.DELETED, "Deleted job: deactivation retention period expired");
        }
    }

    private void follow(JobView job, Workload workload, boolean podsReady) throws InterruptedException {
        JobMetadata metadata = job.metadata();
        announcements.publish(target(metadata), integration.component(), workload);
        boolean changed = PrebuiltWorkloads.name(metadata) == null
                && maker.follow(
                        metadata, integration.component(), job.template().priorityClass(), workload);
        if (!changed) {
            workloads.writePodsReady(workload, podsReady);
        }
    }
}
