package dev.turnstile.worker.outbound;

import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.worker.state.QueueListener;

final class Unheard implements QueueListener {
    @Override
    public void clusterQueueChanged(String name) {}

    @Override
    public void holdChanged(ObjectKey workload) {}

    @Override
    public void localQueueChanged(ObjectKey key) {}
}
