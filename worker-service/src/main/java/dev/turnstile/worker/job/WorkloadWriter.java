package dev.turnstile.worker.job;

import dev.turnstile.model.condition.Condition;
import dev.turnstile.model.condition.Conditions;
import dev.turnstile.model.kueue.ReclaimablePod;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.model.kueue.WorkloadStatus;
import dev.turnstile.model.meta.KubernetesJson;
import dev.turnstile.service.apply.Difference;
import dev.turnstile.service.apply.EventTarget;
import dev.turnstile.service.apply.ObjectWriter.Part;
import dev.turnstile.service.apply.WriteResult;
import dev.turnstile.service.informer.Store;
import dev.turnstile.vocabulary.ConditionType;
import dev.turnstile.vocabulary.EventReason;
import dev.turnstile.vocabulary.PodsReadyReason;
import dev.turnstile.worker.inbound.WorkloadFacts;
import dev.turnstile.worker.outbound.Transitions;
import dev.turnstile.worker.write.Finalizing;
import dev.turnstile.worker.write.WriteAccess;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Writes to the Workload what follows from its job or its pods, for every kind of job. Each write is decided once more
 * on the Workload as it is at that moment.
 */
public final class WorkloadWriter {
    /** Whose end it is: the object of the event, and the component that sends it. */
    public record Subject(EventTarget target, String component) {}

    /** The status that is wanted now, or null to leave it. */
    public interface StatusChange {
        /** Of the Workload as it is now. */
        @Nullable
        WorkloadStatus of(Workload fresh, Instant now);
    }

    private final Store<Workload> workloads;
    private final WriteAccess access;

    /** Writes Workloads of that store. */
    public WorkloadWriter(Store<Workload> workloads, WriteAccess access) {
        this.workloads = workloads;
        this.access = access;
    }

    /** Writes a status, where the one that is wanted is another one. */
    public WriteResult<Workload> writeStatus(Workload workload, StatusChange change) throws InterruptedException {
        Instant now = access.clock().instant();
        return access.objects().update(workloads, WorkloadFacts.key(workload), Part.STATUS, fresh -> {
            WorkloadStatus wanted = change.of(fresh, now);
            return wanted == null || wanted.equals(fresh.status())
                    ? null
                    : Difference.ofStatus(KubernetesJson.tree(fresh.status()), KubernetesJson.tree(wanted));
        });
    }

    /** Writes that it is over, where {@code stands} holds for the Workload as it is now. */
    public WriteResult<Workload> writeEnd(Workload workload, String reason, String message, Predicate<Workload> stands)
            throws InterruptedException {
        return writeStatus(
                workload,
                (fresh, now) -> stands.test(fresh) ? Transitions.finished(fresh, reason, message, now) : null);
    }

    /** Sends the event that belongs to the end of a Workload. */
    public void publishEnd(Subject job, Workload workload) {
        access.events()
                .normal(
                        job.target(),
                        job.component(),
                        EventReason.FINISHED_WORKLOAD.text(),
                        "Workload '" + WorkloadFacts.key(workload) + "' is declared finished");
    }

    /** Writes which pods are done, where {@code stands} holds for the Workload as it is now. */
    public void writeReclaimable(Workload workload, List<ReclaimablePod> done, Predicate<Workload> stands)
            throws InterruptedException {
        writeStatus(
                workload,
                (fresh, now) -> stands.test(fresh)
                        ? fresh.status().toBuilder().reclaimablePods(done).build()
                        : null);
    }

    /** Writes whether all pods are ready; where they no longer are, or are waited for again, one of them failed. */
    public void writePodsReady(Workload workload, boolean ready) throws InterruptedException {
        if (workload.status().clusterName() != null) {
            // Its pods are in another cluster: the manager copies what is said there. Two who write one condition, one
            // from the copied job and one from the copied Workload, would not end where one of them is behind.
            return;
        }
        Condition before = Conditions.find(workload.status().conditions(), ConditionType.PODS_READY)
                .orElse(null);
        boolean failed = WorkloadFacts.admitted(workload)
                && !ready
                && before != null
                && (before.holds() || before.reason().equals(PodsReadyReason.WAIT_FOR_RECOVERY.text()));
        writeStatus(workload, (fresh, now) -> Transitions.podsReady(fresh, ready, failed, now));
    }

    /** Removes our finalizer. */
    public void removeFinalizer(Workload workload) throws InterruptedException {
        Finalizing.remove(access.objects(), workloads, WorkloadFacts.key(workload));
    }

    /** Deletes a Workload; returns whether this call did it. */
    public boolean delete(Workload workload) throws InterruptedException {
        removeFinalizer(workload);
        return access.objects()
                .delete(
                        workloads,
                        WorkloadFacts.key(workload),
                        String.valueOf(workload.metadata().getUid()));
    }
}
