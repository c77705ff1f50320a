package dev.turnstile.worker.pod;

import dev.turnstile.service.informer.Index;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Store;
import dev.turnstile.worker.job.JobMetadata;
import dev.turnstile.worker.job.PrebuiltWorkloads;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Finds the pods of a group, and those with a prebuilt Workload, without a pass over all of them. */
final class PodIndex {
    private final Index<ObjectKey, ObjectNode> byGroup;
    private final Index<ObjectKey, ObjectNode> byWorkload;

    PodIndex(Store<ObjectNode> pods) {
        byGroup = pods.index(pod -> {
            ObjectKey group = groupOf(JobMetadata.of(pod));
            return group == null ? List.of() : List.of(group);
        });
        byWorkload = pods.index(PrebuiltWorkloads::key);
    }

    /** The group of a pod, or null. */
    static @Nullable ObjectKey groupOf(JobMetadata pod) {
        String group = PodView.group(pod);
        return group == null ? null : new ObjectKey(pod.key().namespace(), group);
    }

    /** The pods of a group. */
    List<PodView> group(ObjectKey group) {
        return views(byGroup.of(group));
    }

    /** The pods of which that Workload is the prebuilt one. */
    List<PodView> bringing(ObjectKey workload) {
        return views(byWorkload.of(workload));
    }

    private static List<PodView> views(Collection<ObjectNode> pods) {
        return pods.stream().map(PodView::of).toList();
    }
}
