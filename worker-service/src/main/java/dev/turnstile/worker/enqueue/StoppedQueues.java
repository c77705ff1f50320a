package dev.turnstile.worker.enqueue;

import dev.turnstile.core.waiting.QueueAccess;
import dev.turnstile.core.waiting.Wait;
import dev.turnstile.model.kueue.LocalQueue;
import dev.turnstile.model.kueue.StopPolicy;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Store;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Holds what is in a stopped LocalQueue. */
public final class StoppedQueues implements PreEnqueue {
    private final Store<LocalQueue> queues;

    /** Looks queues up there. */
    public StoppedQueues(Store<LocalQueue> queues) {
        this.queues = queues;
    }

    @Override
    public String name() {
        return "StoppedQueues";
    }

    @Override
    public Set<Wake> wakes() {
        return Set.of(Wake.WORKLOAD, Wake.LOCAL_QUEUE);
    }

    @Override
    public Optional<Wait> hold(Workload workload) {
        LocalQueue queue = queues.get(new ObjectKey(
                Objects.requireNonNullElse(workload.metadata().getNamespace(), ""),
                Objects.requireNonNullElse(workload.spec().queueName(), "")));
        return queue == null || queue.spec().stopPolicy() == StopPolicy.NONE
                ? Optional.empty()
                : QueueAccess.CLOSED.ofLocalQueue(
                        Objects.requireNonNull(queue.metadata().getName()));
    }
}
