package dev.turnstile.manager.cluster;

import dev.turnstile.service.apply.ObjectWriter;
import dev.turnstile.service.informer.ApiResource;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Store;
import dev.turnstile.vocabulary.Annotation;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Jobs, or pods, of a worker cluster: those that this manager made are found by the Workload that they name. */
public final class RemoteCopies {
    private final Store<RemoteObject<ObjectNode>> store;
    private final Map<ObjectKey, Set<ObjectKey>> byWorkload = new ConcurrentHashMap<>();
    private final Set<ObjectKey> taken = ConcurrentHashMap.newKeySet();
    private volatile @Nullable RemoteListener listener;

    RemoteCopies(ApiResource kind, String labelSelector, String origin) {
        store = new Store<>(kind, labelSelector, object -> RemoteObject.job(object, origin));
    }

    /** What is known of all of them. */
    public Store<RemoteObject<ObjectNode>> store() {
        return store;
    }

    /** Deletes one. */
    public void delete(ObjectWriter writer, RemoteObject.Ours<ObjectNode> copy) throws InterruptedException {
        var _ = writer.delete(store, copy.key(), copy.uid());
    }

    void listen(RemoteListener whom) {
        listener = whom;
        store.listen((key, before, after) -> {
            ObjectKey old = workloadOf(key, before);
            ObjectKey now = workloadOf(key, after);
            if (old != null && !old.equals(now)) {
                change(old, key, false);
                whom.workloadChanged(old);
            }
            if (now != null) {
                change(now, key, true);
                whom.workloadChanged(now);
            }
        });
    }

    private static @Nullable ObjectKey workloadOf(ObjectKey key, @Nullable RemoteObject<ObjectNode> object) {
        return object instanceof RemoteObject.Ours<ObjectNode> ours
                ? new ObjectKey(
                        key.namespace(),
                        ours.object()
                                .path(Annotation.PREBUILT_WORKLOAD_NAME.text())
                                .asString(""))
                : null;
    }

    private void change(ObjectKey workload, ObjectKey key, boolean there) {
        byWorkload.compute(workload, (_, keys) -> {
            Set<ObjectKey> all = keys == null ? new TreeSet<>() : new TreeSet<>(keys);
            var _ = there ? all.add(key) : all.remove(key);
            return all.isEmpty() ? null : all;
        });
    }

    /** What is there under that name, or null. */
    public @Nullable RemoteObject<ObjectNode> get(ObjectKey key) {
        return store.get(key);
    }

    /** How many are known. */
    public int size() {
        return store.size();
    }

    /** What was made for a Workload and is there. */
    public List<RemoteObject.Ours<ObjectNode>> of(ObjectKey workload) {
        return byWorkload.getOrDefault(workload, Set.of()).stream()
                .map(store::get)
                .filter(RemoteObject.Ours.class::isInstance)
                .<RemoteObject.Ours<ObjectNode>>map(object -> (RemoteObject.Ours<ObjectNode>) object)
                .toList();
    }

    /** Every Workload for which something is there. */
    public Set<ObjectKey> workloads() {
        return Set.copyOf(byWorkload.keySet());
    }

    /** Remembers that somebody else has an object of that name, where only ours are read; the Workload is looked at. */
    void take(ObjectKey key, ObjectKey workload) {
        taken.add(key);
        RemoteListener told = listener;
        if (told != null) {
            told.workloadChanged(workload);
        }
    }

    /** Whether somebody else has an object of that name, as far as this connection has found out. */
    public boolean taken(ObjectKey key) {
        return taken.contains(key) || store.get(key) instanceof RemoteObject.Foreign<ObjectNode>;
    }
}
