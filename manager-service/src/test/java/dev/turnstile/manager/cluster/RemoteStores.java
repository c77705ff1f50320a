package dev.turnstile.manager.cluster;

import dev.turnstile.service.informer.Store;

/** What a connection to a worker cluster has read, for tests that break it. */
public final class RemoteStores {
    private RemoteStores() {}

    /** Its Jobs. */
    public static Store<?> jobs(RemoteSession session) {
        return session.jobs().store();
    }
}
