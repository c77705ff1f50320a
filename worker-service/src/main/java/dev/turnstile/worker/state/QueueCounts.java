package dev.turnstile.worker.state;

import dev.turnstile.core.cycle.Scheduler;
import dev.turnstile.core.cycle.SetAside;
import dev.turnstile.core.cycle.WorkloadPlace;
import dev.turnstile.core.resource.Usage;
import dev.turnstile.core.workload.Admission;
import dev.turnstile.core.workload.WorkloadKey;
import dev.turnstile.service.informer.ObjectKey;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Who stands in which queue and how; the listener hears of each queue whose counts change. */
final class QueueCounts {
    private final Tallies<ObjectKey, String> byClusterQueue = new Tallies<>();
    private final Tallies<ObjectKey, ObjectKey> byLocalQueue = new Tallies<>();
    private final QueueListener listener;

    QueueCounts(QueueListener listener) {
        this.listener = listener;
    }

    /** Counts every workload that has moved since where the scheduler has it now. */
    void follow(Scheduler scheduler, Predicate<ObjectKey> admitted) {
        for (WorkloadKey key : scheduler.takeMoved()) {
            ObjectKey workload = new ObjectKey(key.namespace(), key.name());
            switch (scheduler.place(key)) {
                case WorkloadPlace.Holding(String localQueue, Admission admission) ->
                    put(
                            workload,
                            localQueue,
                            admission.clusterQueue(),
                            admitted.test(workload) ? Tallies.Standing.ADMITTED : Tallies.Standing.RESERVING,
                            admission.usage());
                case WorkloadPlace.Waiting waiting
                when !waiting.backsOff() ->
                    put(workload, waiting.localQueue(), waiting.clusterQueue(), Tallies.Standing.PENDING, Usage.NONE);
                case WorkloadPlace.Aside(SetAside why)
                when why.pending() ->
                    put(workload, why.localQueue(), why.clusterQueue(), Tallies.Standing.PENDING, Usage.NONE);
                case WorkloadPlace.Waiting _, WorkloadPlace.Aside _ -> remove(workload);
                case null -> remove(workload);
            }
        }
    }

    /** Takes note of where a Workload stands now. */
    private void put(
            ObjectKey workload, String queueName, String clusterQueue, Tallies.Standing standing, Usage usage) {
        ObjectKey localQueue = new ObjectKey(workload.namespace(), queueName);
        String before = byClusterQueue.queueOf(workload);
        ObjectKey beforeLocal = byLocalQueue.queueOf(workload);
        if (byClusterQueue.put(workload, clusterQueue, standing, usage)) {
            listener.clusterQueueChanged(clusterQueue);
            if (before != null && !before.equals(clusterQueue)) {
                listener.clusterQueueChanged(before);
            }
        }
        if (byLocalQueue.put(workload, localQueue, standing, usage)) {
            listener.localQueueChanged(localQueue);
            if (beforeLocal != null && !beforeLocal.equals(localQueue)) {
                listener.localQueueChanged(beforeLocal);
            }
        }
    }

    /** It stands nowhere any more. */
    private void remove(ObjectKey workload) {
        String clusterQueue = byClusterQueue.remove(workload);
        if (clusterQueue != null) {
            listener.clusterQueueChanged(clusterQueue);
        }
        ObjectKey localQueue = byLocalQueue.remove(workload);
        if (localQueue != null) {
            listener.localQueueChanged(localQueue);
        }
    }

    /** The counts of a ClusterQueue. */
    Tally of(String clusterQueue) {
        return byClusterQueue.of(clusterQueue);
    }

    /** The counts of a LocalQueue. */
    Tally of(ObjectKey localQueue) {
        return byLocalQueue.of(localQueue);
    }

    /** The ClusterQueue in which a Workload stands, or null. */
    @Nullable
    String queueOf(ObjectKey workload) {
        return byClusterQueue.queueOf(workload);
    }

    /** Every Workload that stands somewhere. */
    Set<ObjectKey> workloads() {
        return byClusterQueue.workloads();
    }
}
