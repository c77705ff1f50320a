package dev.turnstile.manager.group;

import dev.turnstile.manager.job.Owner;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.service.informer.ObjectKey;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Which Workloads were made for a Job or a pod, so that its events reach their groups only. */
public final class OwnerIndex {
    /** Written by the thread that reads Workloads, read by those that read Jobs and pods. */
    private final Map<ObjectKey, Set<ObjectKey>> byJob = new ConcurrentHashMap<>();

    /** As {@link #byJob}. */
    private final Map<ObjectKey, Set<ObjectKey>> byPod = new ConcurrentHashMap<>();

    /** Takes note of a Workload that has come, changed or gone. */
    public void note(ObjectKey workload, @Nullable Workload before, @Nullable Workload after) {
        Owner old = Owner.of(before);
        Owner now = Owner.of(after);
        if (!old.equals(now)) {
            change(old, workload, false);
            change(now, workload, true);
        }
    }

    private void change(Owner owner, ObjectKey workload, boolean add) {
        switch (owner) {
            case Owner.Job(ObjectKey job) -> change(byJob, job, workload, add);
            case Owner.Pods(List<ObjectKey> pods) -> pods.forEach(pod -> change(byPod, pod, workload, add));
            case Owner.Other other -> {}
            case Owner.Nobody nobody -> {}
        }
    }

    private static void change(Map<ObjectKey, Set<ObjectKey>> index, ObjectKey owner, ObjectKey workload, boolean add) {
        index.compute(owner, (_, keys) -> {
            Set<ObjectKey> all = keys == null ? new TreeSet<>() : new TreeSet<>(keys);
            var _ = add ? all.add(workload) : all.remove(workload);
            return all.isEmpty() ? null : all;
        });
    }

    /** Those made for a Job. */
    public Set<ObjectKey> ofJob(ObjectKey job) {
        return byJob.getOrDefault(job, Set.of());
    }

    /** Those made for a pod. */
    public Set<ObjectKey> ofPod(ObjectKey pod) {
        return byPod.getOrDefault(pod, Set.of());
    }
}
