package dev.turnstile.worker.quota;

import dev.turnstile.model.condition.Condition;
import dev.turnstile.model.condition.ConditionStatus;
import dev.turnstile.model.condition.Conditions;
import dev.turnstile.model.kueue.ClusterQueue;
import dev.turnstile.model.kueue.ClusterQueueStatus;
import dev.turnstile.model.kueue.FairSharingStatus;
import dev.turnstile.model.meta.ApiNames;
import dev.turnstile.model.meta.KubernetesJson;
import dev.turnstile.service.apply.Difference;
import dev.turnstile.service.apply.EventRecorder;
import dev.turnstile.service.apply.EventTarget;
import dev.turnstile.service.apply.ObjectWriter;
import dev.turnstile.service.apply.WriteResult;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Outcome;
import dev.turnstile.service.informer.Reconciler;
import dev.turnstile.service.informer.Store;
import dev.turnstile.service.thread.Threads;
import dev.turnstile.vocabulary.ActiveReason;
import dev.turnstile.vocabulary.Component;
import dev.turnstile.vocabulary.ConditionType;
import dev.turnstile.vocabulary.Finalizer;
import dev.turnstile.worker.state.QueueReport;
import dev.turnstile.worker.write.Finalizing;
import dev.turnstile.worker.write.WriteAccess;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Keeps finalizer and status of ClusterQueues. */
public final class ClusterQueueReconciler implements Reconciler<ObjectKey> {
    private static final Set<String> MISTAKES =
            Set.of(ActiveReason.FLAVOR_NOT_FOUND.text(), ActiveReason.COHORT_CYCLE.text());

    private final Store<ClusterQueue> queues;
    private final QueueConditions conditions;
    private final Function<String, CompletableFuture<QueueReport>> reports;
    private final ObjectWriter writer;
    private final EventRecorder events;
    private final InstantSource clock;
    private final boolean fairSharing;
    private final Threads threads;
    private final Pace<ObjectKey> pace;

    /** A reconciler; {@code reports} asks the cache for a queue's counts, {@code fairSharing} has shares shown. */
    public ClusterQueueReconciler(
            Store<ClusterQueue> queues,
            QueueConditions conditions,
            Function<String, CompletableFuture<QueueReport>> reports,
            WriteAccess access,
            Threads threads,
            boolean fairSharing) {
        this.queues = queues;
        this.conditions = conditions;
        this.reports = reports;
        this.writer = access.objects();
        this.events = access.events();
        this.clock = access.clock();
        this.threads = threads;
        this.pace = new Pace<>(Duration.ofSeconds(1), threads::nanoTime);
        this.fairSharing = fairSharing;
    }

    @Override
    public Outcome reconcile(ObjectKey key) throws InterruptedException {
        ClusterQueue queue = queues.get(key);
        if (queue == null) {
            pace.forget(key);
            return Outcome.done();
        }
        QueueReport report = threads.join(reports.apply(key.name()));
        if (queue.metadata().getDeletionTimestamp() == null) {
            Finalizing.add(writer, queues, key);
        } else if (report.tally().reserving() == 0 && held(queue)) {
            Finalizing.remove(writer, queues, key);
            return Outcome.done();
        }
        ClusterQueue now = queues.get(key);
        if (now == null || status(now, report).equals(now.status())) {
            return Outcome.done();
        }
        Duration left = pace.left(key);
        boolean other = !conditionOf(now, report).equals(active(now));
        if (left != null && !other) {
            return Outcome.after(left);
        }
        WriteResult<ClusterQueue> result = writer.update(
                queues,
                key,
                ObjectWriter.Part.STATUS,
                fresh -> Difference.ofStatus(
                        KubernetesJson.tree(fresh.status()), KubernetesJson.tree(status(fresh, report))));
        pace.wrote(key);
        if (other && result instanceof WriteResult.Changed<ClusterQueue>(ClusterQueue written)) {
            tell(key, written);
        }
        return Outcome.done();
    }

    /**
     * What its administrator has done wrong is an event; that it is stopped, or waits for others, its condition says.
     */
    private void tell(ObjectKey key, ClusterQueue queue) {
        Condition active = active(queue);
        if (active != null && !active.holds() && MISTAKES.contains(active.reason())) {
            String uid = Objects.requireNonNullElse(queue.metadata().getUid(), "");
            EventTarget target = new EventTarget(ApiNames.API_VERSION, "ClusterQueue", "", key.name(), uid);
            events.warning(target, Component.ADMISSION.text(), active.reason(), active.message());
        }
    }

    private static boolean held(ClusterQueue queue) {
        List<String> finalizers = queue.metadata().getFinalizers();
        return finalizers != null && finalizers.contains(Finalizer.RESOURCE_IN_USE.text());
    }

    private static @Nullable Condition active(ClusterQueue queue) {
        return Conditions.find(queue.status().conditions(), ConditionType.ACTIVE)
                .orElse(null);
    }

    private Condition conditionOf(ClusterQueue queue, QueueReport report) {
        QueueConditions.Active active = conditions.of(queue, report.availability());
        Condition wanted = new Condition(
                ConditionType.ACTIVE,
                ConditionStatus.of(active.holds()),
                queue.metadata().getGeneration(),
                clock.instant(),
                active.reason().text(),
                active.message());
        return Conditions.find(Conditions.set(queue.status().conditions(), wanted), ConditionType.ACTIVE)
                .orElse(wanted);
    }

    private ClusterQueueStatus status(ClusterQueue queue, QueueReport report) {
        FairSharingStatus share = fairSharing ? new FairSharingStatus(report.weightedShare()) : null;
        return new ClusterQueueStatus(
                Conditions.set(queue.status().conditions(), conditionOf(queue, report)),
                QueueUsage.ofClusterQueue(queue, report.tally().reservation()),
                QueueUsage.ofClusterQueue(queue, report.tally().usage()),
                report.tally().pending(),
                report.tally().reserving(),
                report.tally().admitted(),
                share);
    }
}
