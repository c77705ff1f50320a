package dev.turnstile.manager.cluster;

import dev.turnstile.service.informer.ObjectKey;

/** Is notified of what happens in worker clusters. Only notes what to do, and never blocks. */
public interface RemoteListener {
    /** Something of, or in the place of, a dispatched workload changed. */
    void workloadChanged(ObjectKey workload);

    /** The connection was made or lost, or says something else. */
    void linkChanged(String cluster);

    /** A request is sent; what this answers is run when it was answered, or failed. */
    Runnable calling(String cluster, String verb);
}
