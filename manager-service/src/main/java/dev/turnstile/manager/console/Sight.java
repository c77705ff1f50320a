package dev.turnstile.manager.console;

import dev.turnstile.manager.cluster.QueueSights;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.model.meta.Absent;
import dev.turnstile.service.informer.ObjectKey;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is seen of a workload in one cluster.
 *
 * @param connected whether that is how it is, or how it was when the cluster was seen last
 * @param trouble what is wrong with the connection; empty where nothing is
 * @param workload null where there is none
 * @param instead what there is where there is no workload
 * @param room the ClusterQueue that it waits in; empty where that cannot be seen
 * @param line where it stands there, from 1, and how many wait; empty where it does not wait
 */
record Sight(
        String cluster,
        boolean connected,
        String trouble,
        @Nullable Workload workload,
        String instead,
        Optional<QueuePicture.Room> room,
        Optional<Line> line) {

    /** A place in line. */
    record Line(int position, int length) {}

    /** Nothing is there. */
    static Sight nothing(String cluster, boolean connected, String trouble, String instead) {
        return new Sight(cluster, connected, trouble, null, instead, Optional.empty(), Optional.empty());
    }

    /**
     * A workload and its queue.
     *
     * @param waiting the workloads that wait in that cluster
     */
    static Sight of(String cluster, Workload workload, QueueSights queues, List<Waiting> waiting) {
        var localQueue = new ObjectKey(
                Absent.orElse(workload.metadata().getNamespace(), ""),
                Absent.orElse(workload.spec().queueName(), ""));
        var clusterQueue = clusterQueue(localQueue, queues);
        var picture =
                new QueuePicture(queues.clusterQueues().all(), queues.cohorts().all());
        var key = new ObjectKey(
                localQueue.namespace(), Absent.orElse(workload.metadata().getName(), ""));
        var line = Waiting.of(workload).isEmpty() || clusterQueue.isEmpty()
                ? Optional.<Line>empty()
                : line(key, Waiting.inLine(waiting, each -> clusterQueue(each, queues), clusterQueue));
        return new Sight(cluster, true, "", workload, "", picture.room(clusterQueue), line);
    }

    private static String clusterQueue(ObjectKey localQueue, QueueSights queues) {
        var queue = queues.localQueues().get(localQueue);
        return queue == null ? "" : Absent.orElse(queue.spec().clusterQueue(), "");
    }

    private static Optional<Line> line(ObjectKey key, List<Waiting> waiting) {
        for (int index = 0; index < waiting.size(); index++) {
            if (waiting.get(index).key().equals(key)) {
                return Optional.of(new Line(index + 1, waiting.size()));
            }
        }
        return Optional.empty();
    }

    /** The same through a connection in that state. */
    Sight through(boolean isConnected, String problem) {
        return new Sight(cluster, isConnected, problem, workload, instead, room, line);
    }
}
