package dev.turnstile.service.apply;

import dev.turnstile.service.informer.ApiResource;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.thread.Threads;
import java.util.Objects;
import java.util.concurrent.locks.Lock;

/**
 * A fixed number of locks, one of which an object gets by its name. Two objects may share one; they then wait in turn.
 */
final class KeyLocks {
    private static final int COUNT = 1024;

    private final Lock[] locks = new Lock[COUNT];

    KeyLocks(Threads threads) {
        for (int i = 0; i < COUNT; i++) {
            locks[i] = threads.lock();
        }
    }

    Lock of(ApiResource resource, ObjectKey key) {
        return locks[Math.floorMod(Objects.hash(resource.plural(), key), COUNT)];
    }
}
