package dev.turnstile.worker.audit;

import dev.turnstile.core.workload.WorkloadProblem;
import dev.turnstile.model.condition.Condition;
import dev.turnstile.model.kueue.LocalQueue;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Store;
import dev.turnstile.worker.enqueue.PreEnqueueGates;
import dev.turnstile.worker.inbound.Stores;
import dev.turnstile.worker.inbound.Surroundings;
import dev.turnstile.worker.state.Standing;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A Workload as the stores have it.
 *
 * @param version of its object; 0 where there is none
 * @param clusterQueue that of its LocalQueue, or null where that does not exist
 * @param sound whether nothing is wrong with what the core reads of it
 * @param history what its object says of itself
 */
record Subject(
        ObjectKey key,
        long version,
        Standing standing,
        @Nullable String clusterQueue,
        boolean sound,
        String history) {

    static Subject of(ObjectKey key, Stores stores, Surroundings surroundings, PreEnqueueGates gates) {
        Store.Entry<Workload> entry = stores.workloads().entry(key);
        Workload workload = entry == null ? null : entry.object();
        Standing standing = Standing.of(workload, surroundings, gates::heldBy);
        boolean sound = !(standing instanceof Standing.Candidate(var view))
                || WorkloadProblem.of(view).isEmpty();
        return new Subject(
                key,
                entry == null ? 0 : entry.version(),
                standing,
                workload == null ? null : clusterQueue(key, workload, stores),
                sound,
                workload == null ? "its object is gone" : history(workload));
    }

    private static @Nullable String clusterQueue(ObjectKey key, Workload workload, Stores stores) {
        LocalQueue queue = stores.localQueues()
                .get(new ObjectKey(
                        key.namespace(),
                        Objects.requireNonNullElse(workload.spec().queueName(), "")));
        return queue == null ? null : Objects.requireNonNullElse(queue.spec().clusterQueue(), "");
    }

    /** Its conditions, the latest ones last. */
    private static String history(Workload workload) {
        List<String> conditions = workload.status().conditions().stream()
                .sorted(Comparator.comparing(Condition::lastTransitionTime))
                .map(condition -> "%s %s=%s %s"
                        .formatted(
                                condition.lastTransitionTime(),
                                condition.type(),
                                condition.status(),
                                condition.reason()))
                .toList();
        return "its object, created %s: %s"
                .formatted(workload.metadata().getCreationTimestamp(), String.join(", ", conditions));
    }
}
