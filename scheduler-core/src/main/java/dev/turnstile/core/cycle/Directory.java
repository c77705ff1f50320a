package dev.turnstile.core.cycle;

import dev.turnstile.core.waiting.QueueAccess;
import dev.turnstile.core.waiting.Wait;
import dev.turnstile.core.workload.Workload;
import dev.turnstile.core.workload.WorkloadKey;
import dev.turnstile.core.workload.WorkloadProblem;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Who lives where: namespaces with their labels, LocalQueues, and the workloads that name them. */
final class Directory {

    private record QueueName(String namespace, String name) {}

    private final Map<String, Map<String, String>> namespaces = new LinkedHashMap<>();
    private final Map<QueueName, LocalQueue> localQueues = new LinkedHashMap<>();
    private final Map<QueueName, Set<WorkloadKey>> workloadsOf = new LinkedHashMap<>();
    private final Map<WorkloadKey, Workload> workloads = new LinkedHashMap<>();

    /** Returns whether that is news. */
    boolean putNamespace(String name, Map<String, String> labels) {
        Map<String, String> copy = Map.copyOf(labels);
        return !copy.equals(namespaces.put(name, copy));
    }

    boolean removeNamespace(String name) {
        return namespaces.remove(name) != null;
    }

    Map<String, String> labels(String namespace) {
        return namespaces.getOrDefault(namespace, Map.of());
    }

    /** Returns whether that is news. */
    boolean put(LocalQueue localQueue) {
        return !localQueue.equals(
                localQueues.put(new QueueName(localQueue.namespace(), localQueue.name()), localQueue));
    }

    boolean removeLocalQueue(String namespace, String name) {
        return localQueues.remove(new QueueName(namespace, name)) != null;
    }

    /** The workloads that name a LocalQueue, whether it is there or not. */
    List<Workload> workloadsOf(String namespace, String localQueue) {
        return workloadsOf.getOrDefault(new QueueName(namespace, localQueue), Set.of()).stream()
                .map(this::known)
                .toList();
    }

    private Workload known(WorkloadKey key) {
        Workload workload = workloads.get(key);
        if (workload == null) {
            throw new IllegalStateException(key + " is listed under its LocalQueue, but not known");
        }
        return workload;
    }

    void put(Workload workload) {
        Workload before = workloads.put(workload.key(), workload);
        if (before != null && !before.localQueue().equals(workload.localQueue())) {
            unlink(before);
        }
        workloadsOf
                .computeIfAbsent(queueOf(workload), _ -> new LinkedHashSet<>())
                .add(workload.key());
    }

    void remove(WorkloadKey key) {
        Workload workload = workloads.remove(key);
        if (workload != null) {
            unlink(workload);
        }
    }

    @Nullable
    Workload workload(WorkloadKey key) {
        return workloads.get(key);
    }

    Set<WorkloadKey> workloads() {
        return workloads.keySet();
    }

    private void unlink(Workload workload) {
        QueueName name = queueOf(workload);
        Set<WorkloadKey> keys = workloadsOf.get(name);
        if (keys != null && keys.remove(workload.key()) && keys.isEmpty()) {
            workloadsOf.remove(name);
        }
    }

    private static QueueName queueOf(Workload workload) {
        return new QueueName(workload.key().namespace(), workload.localQueue());
    }

    /** The ClusterQueue of the workload's LocalQueue, or null where that is not there. */
    @Nullable
    String clusterQueue(Workload workload) {
        LocalQueue localQueue = localQueues.get(queueOf(workload));
        return localQueue == null ? null : localQueue.clusterQueue();
    }

    /** Where a workload without quota waits, or why it does not. */
    WorkloadAnswer destination(Workload workload) {
        List<WorkloadProblem> problems = WorkloadProblem.of(workload);
        if (!problems.isEmpty()) {
            return new WorkloadAnswer.Refused(problems);
        }
        if (!workload.active()) {
            return new WorkloadAnswer.Aside(new Wait.Deactivated());
        }
        LocalQueue localQueue = localQueues.get(queueOf(workload));
        QueueAccess access =
                localQueue == null ? QueueAccess.MISSING : localQueue.stopped() ? QueueAccess.CLOSED : QueueAccess.OPEN;
        return access.ofLocalQueue(workload.localQueue())
                .<WorkloadAnswer>map(WorkloadAnswer.Aside::new)
                .orElseGet(() -> new WorkloadAnswer.Queued(
                        Objects.requireNonNull(localQueue).clusterQueue()));
    }
}
