package dev.turnstile.manager.audit;

import dev.turnstile.manager.check.Fleet;
import dev.turnstile.manager.cluster.RemoteCluster;
import dev.turnstile.manager.cluster.RemoteClusters;
import dev.turnstile.manager.cluster.RemoteSession;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.service.audit.Rereading;
import dev.turnstile.service.informer.ApiConnection;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Store;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * Where the objects of groups are, for the audit.
 *
 * @param connection to our own cluster
 * @param workloads those of our own cluster
 */
public record GroupPlaces(ApiConnection connection, Store<Workload> workloads, Fleet fleet, RemoteClusters remotes) {

    /** Every Workload with our check, and every one of which something of ours is in a worker cluster. */
    NavigableSet<ObjectKey> all() {
        NavigableSet<ObjectKey> all = new TreeSet<>();
        workloads.entries().forEach((key, entry) -> {
            if (fleet.checkOf(entry.object()).isPresent()) {
                all.add(key);
            }
        });
        for (RemoteCluster remote : remotes.all()) {
            RemoteSession session = remote.session();
            if (session != null && remote.link().connected()) {
                all.addAll(session.workloadsOfOurs());
            }
        }
        return all;
    }

    /** Whether everything of a group in a cluster is on its way out, and only waits for finalizers. */
    boolean leaves(String cluster, ObjectKey group) {
        RemoteCluster remote = remotes.get(cluster);
        RemoteSession session = remote == null ? null : remote.session();
        return session != null && session.leaves(group);
    }

    /** Reads everything of a group once more, in all clusters that are connected. */
    void readAgain(ObjectKey group) {
        Rereading.of(connection, workloads, group);
        for (RemoteCluster remote : remotes.all()) {
            RemoteSession session = remote.session();
            if (session != null && remote.link().connected()) {
                session.readAgain(group);
            }
        }
    }
}
