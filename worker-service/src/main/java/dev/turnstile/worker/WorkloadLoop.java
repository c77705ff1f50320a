package dev.turnstile.worker;

import dev.turnstile.service.apply.EventRecorder;
import dev.turnstile.service.apply.ObjectWriter;
import dev.turnstile.service.informer.ControlLoop;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.worker.inbound.Stores;
import dev.turnstile.worker.inbound.WorkloadFacts;
import dev.turnstile.worker.workload.Lookups;
import dev.turnstile.worker.workload.PriorityClassReconciler;
import dev.turnstile.worker.workload.WorkloadReconciler;
import java.time.Clock;

/** The loop over Workloads, and which of them it looks at when. */
final class WorkloadLoop {
    private static final int WORKERS = 16;

    private final Stores stores;
    private final ControlLoop<ObjectKey> loop;
    private final ControlLoop<ObjectKey> priorities;

    WorkloadLoop(Loops loops, Stores stores, Lookups lookups, ObjectWriter writer, EventRecorder events, Clock clock) {
        this.stores = stores;
        loop = loops.loop(
                "workload", WORKERS, new WorkloadReconciler(stores.workloads(), lookups::of, writer, events, clock));
        priorities = loops.loop(
                "workload-priority",
                1,
                new PriorityClassReconciler(
                        stores.priorityClasses(),
                        stores.workloads(),
                        stores.indexes().workloadsOfPriorityClass(),
                        writer));
        stores.priorityClasses().listen((key, before, after) -> {
            // One that appears may be the successor of one that had another value.
            if (after != null && (before == null || before.value() != after.value())) {
                priorities.add(key);
            }
        });
        stores.workloads().listen((key, before, after) -> loop.add(key));
        stores.clusterQueues().listen((key, before, after) -> {
            if (!QueueChanges.sameConditions(before, after)) {
                stores.indexes().localQueues().keys(key.name()).forEach(this::addAllOf);
            }
        });
        stores.localQueues().listen((key, before, after) -> {
            if (!QueueChanges.sameSpec(before, after)) {
                addAllOf(key);
            }
        });
    }

    private void addAllOf(ObjectKey localQueue) {
        stores.indexes().workloadsOfQueue().keys(localQueue).forEach(loop::add);
    }

    void add(ObjectKey key) {
        loop.add(key);
    }

    /** A class may have had another value when the last leader, or this instance, saw it. */
    void followPriorityClasses() {
        stores.priorityClasses().all().forEach(each -> priorities.add(QueueLoops.key(each)));
    }

    void lookAtEverything() {
        stores.workloads().all().forEach(workload -> loop.add(WorkloadFacts.key(workload)));
    }
}
