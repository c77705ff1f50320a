package dev.turnstile.worker.job;

import dev.turnstile.model.condition.Condition;
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
import dev.turnstile.vocabulary.ConditionType;
import dev.turnstile.vocabulary.EventReason;
import dev.turnstile.vocabulary.FinishedReason;
import dev.turnstile.vocabulary.PodsReadyReason;
import dev.turnstile.worker.workload.Transitions;
import dev.turnstile.worker.workload.WorkloadFacts;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** The steps of which {@link JobReconciler} takes at most one: what it writes to a job and its Workload, and tells. */
final class JobSteps {
    private final Integration integration;
    private final Store<ObjectNode> jobs;
    private final Store<Workload> workloads;
    private final Placements placements;
    private final ObjectWriter writer;
    private final EventRecorder events;
    private final InstantSource clock;

    JobSteps(
            Integration integration,
            Store<ObjectNode> jobs,
            Store<Workload> workloads,
            Placements placements,
            ObjectWriter writer,
            EventRecorder events,
            InstantSource clock) {
        this.integration = integration;
        this.jobs = jobs;
        this.workloads = workloads;
        this.placements = placements;
        this.writer = writer;
        this.events = events;
        this.clock = clock;
    }

    void start(ObjectNode job, JobMetadata metadata, Workload workload) throws InterruptedException {
        if (startRemembered(job, metadata)) {
            return;
        }
        List<Integration.Placement> where;
        switch (placements.of(workload)) {
            case Placements.Found.Places(List<Integration.Placement> places) -> where = places;
            case Placements.Found.NotYet _ -> {
                return;
            }
            case Placements.Found.Contradiction(String message) -> {
                finish(metadata, workload, FinishedReason.FAILED_TO_START.text(), message);
                return;
            }
        }
        Integration.Marks marks = Integration.Marks.of(workload);
        WriteResult<ObjectNode> result = writer.update(
                jobs,
                metadata.key(),
                Part.MAIN,
                fresh -> mayChange(fresh) ? integration.start(fresh, where, marks) : null);
        if (result.changed()) {
            events.normal(
                    metadata.target(integration.resource()),
                    integration.component(),
                    EventReason.STARTED.text(),
                    "Admitted by clusterQueue " + marks.clusterQueue());
        }
    }

    void stop(JobMetadata metadata, String message) throws InterruptedException {
        WriteResult<ObjectNode> result = writer.update(
                jobs,
                metadata.key(),
                Part.MAIN,
                fresh -> integration.suspended(fresh) ? null : integration.stop(fresh));
        if (result.changed()) {
            events.normal(
                    metadata.target(integration.resource()),
                    integration.component(),
                    EventReason.STOPPED.text(),
                    message);
        }
    }

    /** Whether the job is what its user wrote; where it is not, the next step towards that is taken. */
    boolean restored(ObjectNode job, JobMetadata metadata, List<PodSet> podSets) throws InterruptedException {
        if (integration.restore(job, podSets) == null) {
            return true;
        }
        if (startRemembered(job, metadata)) {
            return false;
        }
        writer.update(
                jobs,
                metadata.key(),
                Part.MAIN,
                fresh -> mayChange(fresh) ? integration.restore(fresh, podSets) : null);
        return false;
    }

    /** Whether the API takes another template. A start that was noted meanwhile brings the next call. */
    private boolean mayChange(ObjectNode job) {
        return integration.suspended(job) && integration.forgetStart(job) == null;
    }

    /**
     * While a start is on record the API refuses other templates; it may go once the job's controller has stopped it.
     */
    private boolean startRemembered(ObjectNode job, JobMetadata metadata) throws InterruptedException {
        if (integration.forgetStart(job) == null) {
            return false;
        }
        if (integration.settled(job)) {
            writer.update(jobs, metadata.key(), Part.STATUS, integration::forgetStart);
        }
        return true;
    }

    void finish(JobMetadata metadata, Workload workload, String reason, String message) throws InterruptedException {
        ObjectKey key = WorkloadFacts.key(workload);
        WriteResult<Workload> result = status(
                key,
                (fresh, now) ->
                        WorkloadFacts.finished(fresh) ? null : Transitions.finished(fresh, reason, message, now));
        if (result.changed()) {
            events.normal(
                    metadata.target(integration.resource()),
                    integration.component(),
                    EventReason.FINISHED_WORKLOAD.text(),
                    "Workload '" + key + "' is declared finished");
        }
    }

    /** A job that is not what its Workload was made for has to be made anew by whoever made both. */
    void outOfSync(JobMetadata metadata, Workload workload) throws InterruptedException {
        status(
                WorkloadFacts.key(workload),
                (fresh, now) -> Transitions.finished(
                        fresh,
                        FinishedReason.OUT_OF_SYNC.text(),
                        "The prebuilt workload is out of sync with its user job",
                        now));
        stop(metadata, "The prebuilt workload is out of sync with its user job");
    }

    boolean reclaim(ObjectNode job, Workload workload) throws InterruptedException {
        List<ReclaimablePod> done = integration.reclaimable(job);
        if (done.isEmpty() || done.equals(workload.status().reclaimablePods()) || !WorkloadFacts.reserved(workload)) {
            return false;
        }
        return status(
                        WorkloadFacts.key(workload),
                        (fresh, now) ->
                                fresh.status().toBuilder().reclaimablePods(done).build())
                .changed();
    }

    void podsReady(ObjectNode job, Workload workload) throws InterruptedException {
        boolean runs = WorkloadFacts.admitted(workload) && !integration.suspended(job);
        boolean ready = runs && integration.podsReady(job);
        Condition before = Conditions.find(workload.status().conditions(), ConditionType.PODS_READY)
                .orElse(null);
        boolean failed = runs
                && !ready
                && before != null
                && (before.holds() || before.reason().equals(PodsReadyReason.WAIT_FOR_RECOVERY.text()));
        status(WorkloadFacts.key(workload), (fresh, now) -> Transitions.podsReady(fresh, ready, failed, now));
    }

    /** The status that is wanted now, or null to leave it. */
    interface StatusChange {
        @Nullable
        WorkloadStatus of(Workload fresh, Instant now);
    }

    WriteResult<Workload> status(ObjectKey key, StatusChange change) throws InterruptedException {
        Instant now = clock.instant();
        return writer.update(workloads, key, Part.STATUS, fresh -> {
            WorkloadStatus wanted = change.of(fresh, now);
            return wanted == null || wanted.equals(fresh.status())
                    ? null
                    : Difference.ofStatus(KubernetesJson.tree(fresh.status()), KubernetesJson.tree(wanted));
        });
    }
}
