package dev.turnstile.worker;

import dev.turnstile.model.kueue.LocalQueue;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.service.apply.EventRecorder;
import dev.turnstile.service.apply.ObjectWriter;
import dev.turnstile.service.informer.ControlLoop;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.worker.cache.Stores;
import dev.turnstile.worker.workload.Lookups;
import dev.turnstile.worker.workload.PriorityClassReconciler;
import dev.turnstile.worker.workload.WorkloadFacts;
import dev.turnstile.worker.workload.WorkloadReconciler;
import java.time.Clock;

/** The loop over Workloads, and which of them it looks at when. */
final class WorkloadLoop {
    private static final int WORKERS = 16;

    private final Stores stores;
    private final ControlLoop<ObjectKey> loop;

    WorkloadLoop(Loops loops, Stores stores, Lookups lookups, ObjectWriter writer, EventRecorder events, Clock clock) {
        this.stores = stores;
        loop = loops.loop(
                "workload", WORKERS, new WorkloadReconciler(stores.workloads(), lookups::of, writer, events, clock));
        ControlLoop<ObjectKey> priorities = loops.loop(
                "workload-priority",
                1,
                new PriorityClassReconciler(stores.priorityClasses(), stores.workloads(), writer));
        stores.priorityClasses().listen((key, before, after) -> {
            if (before != null && after != null && before.value() != after.value()) {
                priorities.add(key);
            }
        });
        stores.workloads().listen((key, before, after) -> loop.add(key));
        stores.clusterQueues().listen((key, before, after) -> {
            if (!QueueChanges.sameConditions(before, after)) {
                for (LocalQueue queue : stores.localQueues().all()) {
                    if (key.name().equals(queue.spec().clusterQueue())) {
                        addAllOf(QueueLoops.key(queue));
                    }
                }
            }
        });
        stores.localQueues().listen((key, before, after) -> {
            if (!QueueChanges.sameSpec(before, after)) {
                addAllOf(key);
            }
        });
    }

    private void addAllOf(ObjectKey localQueue) {
        for (Workload workload : stores.workloads().all()) {
            ObjectKey key = WorkloadFacts.key(workload);
            if (key.namespace().equals(localQueue.namespace())
                    && localQueue.name().equals(workload.spec().queueName())) {
                loop.add(key);
            }
        }
    }

    void add(ObjectKey key) {
        loop.add(key);
    }

    void lookAtEverything() {
        stores.workloads().all().forEach(workload -> loop.add(WorkloadFacts.key(workload)));
    }
}
