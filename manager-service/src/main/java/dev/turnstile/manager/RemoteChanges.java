package dev.turnstile.manager;

import dev.turnstile.manager.cluster.RemoteCluster;
import dev.turnstile.manager.cluster.RemoteClusters;
import dev.turnstile.manager.cluster.RemoteListener;
import dev.turnstile.manager.observe.ManagerMetrics;
import dev.turnstile.service.informer.ControlLoop;
import dev.turnstile.service.informer.ObjectKey;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Which key goes to which loop when something in a worker cluster, or the connection to it, changes. */
final class RemoteChanges implements RemoteListener {
    private final RemoteClusters remotes;
    private final ControlLoop<ObjectKey> clusters;
    private final DispatchLoop groups;
    private final Wakeups wakeups;
    private final ManagerMetrics metrics;

    /** Whether each cluster was connected when it was notified of last; written by the threads of the clusters. */
    private final Map<String, Boolean> connected = new ConcurrentHashMap<>();

    RemoteChanges(
            RemoteClusters remotes,
            ControlLoop<ObjectKey> clusters,
            DispatchLoop groups,
            Wakeups wakeups,
            ManagerMetrics metrics) {
        this.remotes = remotes;
        this.clusters = clusters;
        this.groups = groups;
        this.wakeups = wakeups;
        this.metrics = metrics;
    }

    @Override
    public void workloadChanged(ObjectKey workload) {
        groups.enqueue(workload);
    }

    @Override
    public void linkChanged(String cluster) {
        clusters.add(ObjectKey.of(cluster));
        metrics.cluster(cluster, remotes);
        RemoteCluster remote = remotes.get(cluster);
        if (remote == null) {
            groups.clusterRemoved(cluster);
            connected.remove(cluster);
            wakeups.waiting();
            return;
        }
        boolean now = remote.link().connected();
        if (!Boolean.valueOf(now).equals(connected.put(cluster, now))) {
            wakeups.waiting();
        }
    }

    @Override
    public Runnable calling(String cluster, String verb) {
        return () -> {};
    }
}
