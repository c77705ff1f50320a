package dev.turnstile.worker.job;

import dev.turnstile.model.condition.Condition;
import dev.turnstile.model.condition.Conditions;
import dev.turnstile.model.kueue.Admission;
import dev.turnstile.model.kueue.PodSet;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.service.apply.EventRecorder;
import dev.turnstile.service.apply.ObjectWriter;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Outcome;
import dev.turnstile.service.informer.Reconciler;
import dev.turnstile.service.informer.Store;
import dev.turnstile.vocabulary.ConditionType;
import dev.turnstile.vocabulary.EventReason;
import dev.turnstile.vocabulary.FinishedReason;
import dev.turnstile.worker.workload.Finalizing;
import dev.turnstile.worker.workload.LifecycleRules;
import dev.turnstile.worker.workload.Transitions;
import dev.turnstile.worker.workload.WorkloadFacts;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Keeps a job and its Workload in step. Every call takes at most the next step; what it writes brings the next call.
 *
 * <p>The order of the questions is their precedence: what is over is finished first, what must stop is stopped before
 * anything is started.
 */
public final class JobReconciler implements Reconciler<ObjectKey> {
    private final Integration integration;
    private final Store<ObjectNode> jobs;
    private final Store<Workload> workloads;
    private final WorkloadMaker maker;
    private final JobSteps steps;
    private final PrebuiltWorkloads prebuilt;
    private final ObjectWriter writer;
    private final EventRecorder events;
    private final InstantSource clock;
    private final LifecycleRules rules;
    private final CheckAnnouncements announcements;
    private final Function<ObjectNode, Boolean> managed;
    private final HeldJobs held;

    /** A reconciler of one kind of job; {@code managed} says which jobs are ours to hold. */
    public JobReconciler(
            Integration integration,
            Store<ObjectNode> jobs,
            Store<Workload> workloads,
            WorkloadMaker maker,
            Placements placements,
            ObjectWriter writer,
            EventRecorder events,
            InstantSource clock,
            LifecycleRules rules,
            Function<ObjectNode, Boolean> managed,
            HeldJobs held) {
        this.integration = integration;
        this.jobs = jobs;
        this.workloads = workloads;
        this.maker = maker;
        this.steps = new JobSteps(integration, jobs, workloads, placements, writer, events, clock);
        this.prebuilt = new PrebuiltWorkloads(workloads, writer, events);
        this.writer = writer;
        this.events = events;
        this.clock = clock;
        this.announcements = new CheckAnnouncements(workloads, events);
        this.rules = rules;
        this.managed = managed;
        this.held = held;
    }

    @Override
    public Outcome reconcile(ObjectKey key) throws InterruptedException {
        ObjectNode job = jobs.get(key);
        if (job == null || !managed.apply(job)) {
            return Outcome.done();
        }
        JobMetadata metadata = JobMetadata.of(job);
        boolean brought = PrebuiltWorkloads.name(metadata) != null;
        ObjectKey workloadKey = maker.nameFor(metadata);
        Workload workload = workloads.get(workloadKey);
        if (workload != null && brought && PrebuiltWorkloads.free(workload) && !metadata.deleting()) {
            prebuilt.own(integration.resource(), metadata, workloadKey);
            return Outcome.done();
        }
        if (workload != null && !metadata.uid().equals(WorkloadFacts.jobUid(workload))) {
            // Its name is taken by somebody else's: nothing of ours.
            workload = null;
        }
        if (metadata.deleting()) {
            return Outcome.done();
        }
        if (workload == null) {
            absent(job, metadata);
        } else if (WorkloadFacts.deleting(workload)) {
            deleted(job, metadata, workload);
        } else if (!WorkloadFacts.finished(workload)) {
            if (outlived(workload)) {
                delete(metadata);
                return Outcome.done();
            }
            present(job, metadata, workload);
            return lookAgain(workloads.get(workloadKey));
        }
        return Outcome.done();
    }

    private boolean outlived(Workload workload) {
        return rules.keptUntil(workload)
                .filter(end -> !clock.instant().isBefore(end))
                .isPresent();
    }

    private Outcome lookAgain(@Nullable Workload workload) {
        Optional<Instant> end = workload == null ? Optional.empty() : rules.keptUntil(workload);
        return end.map(time ->
                        Outcome.after(Duration.between(clock.instant(), time).plusMillis(1)))
                .orElseGet(Outcome::done);
    }

    private void delete(JobMetadata metadata) throws InterruptedException {
        if (writer.delete(jobs, metadata.key(), metadata.uid())) {
            events.normal(
                    metadata.target(integration.resource()),
                    integration.component(),
                    EventReason.DELETED.text(),
                    "Deleted job: deactivation retention period expired");
        }
    }

    private void absent(ObjectNode job, JobMetadata metadata) throws InterruptedException {
        if (integration.ending(job) != null) {
            held.forget(metadata.uid());
            return;
        }
        SchedulingGate gate = held.holds(
                metadata.target(integration.resource()),
                metadata.created(),
                integration.component(),
                metadata.annotations());
        if (!integration.suspended(job)) {
            steps.stop(metadata, gate == null ? "Not admitted by cluster queue" : gate.inWords());
            return;
        }
        if (gate != null || !steps.restored(job, metadata, integration.podSets(job))) {
            return;
        }
        if (PrebuiltWorkloads.name(metadata) == null) {
            maker.create(integration, job, metadata);
        }
    }

    private void deleted(ObjectNode job, JobMetadata metadata, Workload workload) throws InterruptedException {
        if (integration.ending(job) == null && !WorkloadFacts.finished(workload)) {
            if (!integration.suspended(job)) {
                steps.stop(metadata, "Workload is deleted");
                return;
            }
            if (!steps.restored(job, metadata, workload.spec().podSets()) || integration.active(job)) {
                return;
            }
        }
        Finalizing.letGo(writer, workloads, WorkloadFacts.key(workload));
    }

    private void present(ObjectNode job, JobMetadata metadata, Workload workload) throws InterruptedException {
        if (steps.reclaim(job, workload)) {
            return;
        }
        Integration.Ending ending = integration.ending(job);
        if (ending != null) {
            String reason = ending.succeeded() ? FinishedReason.SUCCEEDED.text() : FinishedReason.FAILED.text();
            steps.finish(metadata, workload, reason, ending.message());
            return;
        }
        boolean suspended = integration.suspended(job);
        boolean brought = PrebuiltWorkloads.name(metadata) != null;
        // What waits with a Workload that somebody else made is for them to keep in step.
        if (!(brought && suspended) && !matches(job, workload)) {
            mismatch(job, metadata, workload, suspended);
            return;
        }
        if (WorkloadFacts.evicted(workload) && WorkloadFacts.reserved(workload)) {
            evict(job, metadata, workload, suspended);
            return;
        }
        if (WorkloadFacts.admitted(workload)) {
            if (suspended) {
                steps.start(job, metadata, workload);
                return;
            }
        } else if (!suspended) {
            steps.stop(metadata, stopMessage(workload));
            return;
        } else if (!steps.restored(job, metadata, workload.spec().podSets())) {
            return;
        }
        announcements.tell(metadata.target(integration.resource()), integration.component(), workload);
        if (brought || !maker.follow(metadata, job, integration, workload)) {
            steps.podsReady(job, workload);
        }
    }

    private static String stopMessage(Workload workload) {
        return WorkloadFacts.evicted(workload) ? evictionMessage(workload) : "Not admitted by cluster queue";
    }

    private static String evictionMessage(Workload workload) {
        return Conditions.find(workload.status().conditions(), ConditionType.EVICTED)
                .map(Condition::message)
                .orElse("");
    }

    private boolean matches(ObjectNode job, Workload workload) {
        List<PodSet> podSets = workload.spec().podSets();
        if (integration.suspended(job) && integration.restore(job, podSets) == null) {
            return integration.matches(job, podSets, null);
        }
        // Where our placement is still in it, it is compared as one that runs, whoever has suspended it: one that
        // was stopped since it no longer matches must not be started again.
        Admission admission = workload.status().admission();
        if (admission == null || !WorkloadFacts.admitted(workload)) {
            return true;
        }
        return integration.matches(
                job,
                podSets,
                admission.podSetAssignments().stream()
                        .map(podSet -> podSet.count() == null ? Integer.valueOf(0) : podSet.count())
                        .toList());
    }

    /** A job that waits takes its Workload along; one that holds quota is stopped and gets a new one. */
    private void mismatch(ObjectNode job, JobMetadata metadata, Workload workload, boolean suspended)
            throws InterruptedException {
        if (PrebuiltWorkloads.name(metadata) != null) {
            steps.outOfSync(metadata, workload);
            return;
        }
        if (suspended && !WorkloadFacts.reserved(workload)) {
            maker.update(integration, job, metadata, workload);
            return;
        }
        if (!suspended) {
            steps.stop(metadata, "No matching Workload; restoring pod templates according to existent Workload");
            return;
        }
        if (!steps.restored(job, metadata, workload.spec().podSets()) || integration.active(job)) {
            return;
        }
        ObjectKey key = WorkloadFacts.key(workload);
        Finalizing.letGo(writer, workloads, key);
        String uid = String.valueOf(workload.metadata().getUid());
        if (writer.delete(workloads, key, uid)) {
            events.normal(
                    metadata.target(integration.resource()),
                    integration.component(),
                    EventReason.DELETED_WORKLOAD.text(),
                    "Deleted not matching Workload: " + key);
        }
    }

    private void evict(ObjectNode job, JobMetadata metadata, Workload workload, boolean suspended)
            throws InterruptedException {
        if (!suspended) {
            steps.stop(metadata, evictionMessage(workload));
            return;
        }
        if (!steps.restored(job, metadata, workload.spec().podSets()) || integration.active(job)) {
            return;
        }
        steps.status(
                WorkloadFacts.key(workload),
                (fresh, now) -> WorkloadFacts.evicted(fresh) && WorkloadFacts.reserved(fresh)
                        ? Transitions.released(fresh, now)
                        : null);
    }
}
