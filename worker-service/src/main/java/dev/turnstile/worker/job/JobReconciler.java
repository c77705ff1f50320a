package dev.turnstile.worker.job;

import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Outcome;
import dev.turnstile.service.informer.Reconciler;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a job and its Workload in step: reads, decides ({@link JobDecision}), and has at most one step written. What is
 * written brings the next call.
 */
final class JobReconciler implements Reconciler<ObjectKey> {
    private final Integration integration;
    private final Function<ObjectKey, @Nullable JobView> jobs;
    private final JobWriter writer;
    private final Supplier<JobRules> rules;
    private final InstantSource clock;
    private final HeldJobs held;

    /** @param jobs the job of that name, or null where there is none or it is not ours to hold */
    JobReconciler(
            Integration integration,
            Function<ObjectKey, @Nullable JobView> jobs,
            JobWriter writer,
            Supplier<JobRules> rules,
            InstantSource clock,
            HeldJobs held) {
        this.integration = integration;
        this.jobs = jobs;
        this.writer = writer;
        this.rules = rules;
        this.clock = clock;
        this.held = held;
    }

    @Override
    public Outcome reconcile(ObjectKey key) throws InterruptedException {
        JobView job = jobs.apply(key);
        if (job == null) {
            return Outcome.done();
        }
        recordGate(job);
        Duration requeueAfter = writer.carryOut(JobDecision.of(job, rules.get(), clock.instant()), job);
        return requeueAfter == null ? Outcome.done() : Outcome.after(requeueAfter);
    }

    /** Only a job without a Workload waits behind a scheduling gate. */
    private void recordGate(JobView job) {
        JobMetadata metadata = job.metadata();
        if (job.workload() != null || metadata.deleting()) {
            return;
        }
        if (job.ending() == null) {
            held.record(
                    metadata.target(integration.resource()),
                    metadata.created(),
                    integration.component(),
                    metadata.annotations());
        } else {
            held.forget(metadata.uid());
        }
    }
}
