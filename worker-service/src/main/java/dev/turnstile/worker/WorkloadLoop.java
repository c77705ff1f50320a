package dev.turnstile.worker;

import dev.turnstile.model.condition.Conditions;
import dev.turnstile.model.kueue.ClusterQueue;
import dev.turnstile.model.kueue.PriorityClassRef;
import dev.turnstile.model.kueue.StopPolicy;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.model.kueue.WorkloadPriorityClass;
import dev.turnstile.service.informer.ControlLoop;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.vocabulary.ConditionType;
import dev.turnstile.worker.inbound.Stores;
import dev.turnstile.worker.inbound.WorkloadFacts;
import dev.turnstile.worker.state.QueueListener;
import dev.turnstile.worker.workload.ConstraintWarnings;
import dev.turnstile.worker.workload.Lookups;
import dev.turnstile.worker.workload.PriorityClassReconciler;
import dev.turnstile.worker.workload.WorkloadReconciler;
import dev.turnstile.worker.write.WriteAccess;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The loop over Workloads, and which of them it looks at when. */
final class WorkloadLoop implements QueueListener {
    private static final int WORKERS = 16;
    private static final Duration MOMENT = Duration.ofSeconds(1);

    private final Stores stores;
    private final ControlLoop<ObjectKey> loop;
    private final ControlLoop<ObjectKey> priorities;
    private final ConstraintWarnings warnings;

    WorkloadLoop(Loops loops, Stores stores, Lookups lookups, WriteAccess access, ConstraintWarnings warnings) {
        this.stores = stores;
        this.warnings = warnings;
        loop = loops.loop("workload", WORKERS, new WorkloadReconciler(stores.workloads(), lookups::of, access));
        priorities = loops.loop(
                "workload-priority",
                1,
                new PriorityClassReconciler(
                        stores.priorityClasses(),
                        stores.workloads(),
                        stores.indexes().workloadsOfPriorityClass(),
                        access.objects()));
        stores.priorityClasses().listen((key, before, after) -> {
            // One that appears may be the successor of one that had another value.
            if (after != null && (before == null || before.value() != after.value())) {
                priorities.add(key);
            }
        });
        stores.workloads().listen((key, before, after) -> {
            if (before == null && after != null) {
                followIfOutdated(after);
            }
            warnings.changed(before, after);
            loop.add(key);
        });
        stores.clusterQueues().listen((key, before, after) -> {
            if (!QueueChanges.sameConditions(before, after)) {
                Duration delay = away(after) ? MOMENT : Duration.ZERO;
                stores.indexes().localQueues().keys(key.name()).forEach(queue -> addAllOf(queue, delay));
            }
        });
        stores.localQueues().listen((key, before, after) -> {
            if (!QueueChanges.sameSpec(before, after)) {
                addAllOf(key, Duration.ZERO);
            }
        });
    }

    /** A check that is away for a moment is not worth two writes to each Workload that waits. Users stop for longer. */
    private static boolean away(@Nullable ClusterQueue queue) {
        return queue != null
                && queue.spec().stopPolicy() == StopPolicy.NONE
                && Conditions.find(queue.status().conditions(), ConditionType.ACTIVE)
                        .filter(active -> !active.holds())
                        .isPresent();
    }

    /**
     * A Workload that was made for a job has the value that its class had then. If the class has changed before the
     * Workload was read, that change has passed it by.
     */
    private void followIfOutdated(Workload made) {
        PriorityClassRef reference = made.spec().priorityClassRef();
        if (reference == null || !WorkloadFacts.madeForJob(made)) {
            return;
        }
        ObjectKey named = ObjectKey.of(reference.name());
        WorkloadPriorityClass known = stores.priorityClasses().get(named);
        if (known != null && PriorityClassReconciler.isOutdated(made, known)) {
            priorities.add(named);
        }
    }

    private void addAllOf(ObjectKey localQueue, Duration delay) {
        stores.indexes().workloadsOfQueue().keys(localQueue).forEach(workload -> loop.addAfter(workload, delay));
    }

    void add(ObjectKey key) {
        loop.add(key);
    }

    /** What holds a Workload before its queue is a reason in its status. */
    @Override
    public void holdChanged(ObjectKey workload) {
        loop.add(workload);
    }

    /** A class may have had another value when the last leader, or this instance, saw it. */
    void followPriorityClasses() {
        stores.priorityClasses().all().forEach(each -> priorities.add(QueueLoops.key(each)));
    }

    void enqueueEverything() {
        stores.workloads().all().forEach(workload -> {
            warnings.check(workload);
            loop.add(WorkloadFacts.key(workload));
        });
    }
}
