package dev.turnstile.worker.pod;

import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Store;
import dev.turnstile.worker.job.JobMetadata;
import dev.turnstile.worker.job.PrebuiltWorkloads;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Finds the pods of a group, and those that brought their Workload along, without looking at all of them. */
final class PodIndex {
    private final Store<ObjectNode> pods;
    private final Map<ObjectKey, Set<ObjectKey>> byGroup = new ConcurrentHashMap<>();
    private final Map<ObjectKey, Set<ObjectKey>> byWorkload = new ConcurrentHashMap<>();

    PodIndex(Store<ObjectNode> pods) {
        this.pods = pods;
    }

    /** The group of a pod, or null. */
    static @Nullable ObjectKey groupOf(JobMetadata pod) {
        String group = PodView.group(pod);
        return group == null ? null : new ObjectKey(pod.key().namespace(), group);
    }

    private static @Nullable ObjectKey prebuilt(JobMetadata pod) {
        String name = PrebuiltWorkloads.name(pod);
        return name == null ? null : new ObjectKey(pod.key().namespace(), name);
    }

    /** Takes note of a pod as it was and is. */
    void note(@Nullable JobMetadata before, @Nullable JobMetadata after) {
        move(
                byGroup,
                before == null ? null : groupOf(before),
                after == null ? null : groupOf(after),
                Objects.requireNonNull(after == null ? before : after).key());
        move(
                byWorkload,
                before == null ? null : prebuilt(before),
                after == null ? null : prebuilt(after),
                Objects.requireNonNull(after == null ? before : after).key());
    }

    private static void move(
            Map<ObjectKey, Set<ObjectKey>> index, @Nullable ObjectKey from, @Nullable ObjectKey to, ObjectKey pod) {
        if (from != null && !from.equals(to)) {
            index.computeIfPresent(from, (key, members) -> {
                members.remove(pod);
                return members.isEmpty() ? null : members;
            });
        }
        if (to != null) {
            index.compute(to, (key, members) -> {
                Set<ObjectKey> all = members == null ? ConcurrentHashMap.newKeySet() : members;
                all.add(pod);
                return all;
            });
        }
    }

    /** The pods of a group. */
    List<PodView> group(ObjectKey group) {
        return views(byGroup.getOrDefault(group, Set.of()));
    }

    /** The pods that brought that Workload along. */
    List<PodView> bringing(ObjectKey workload) {
        return views(byWorkload.getOrDefault(workload, Set.of()));
    }

    private List<PodView> views(Collection<ObjectKey> keys) {
        return keys.stream()
                .map(pods::get)
                .filter(Objects::nonNull)
                .map(PodView::of)
                .toList();
    }
}
