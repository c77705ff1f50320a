package dev.turnstile.service.apply;

import dev.turnstile.service.informer.ApiResource;
import dev.turnstile.service.informer.ObjectKey;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A fixed number of locks, one of which an object gets by its name. Two objects may share one; they then wait in turn.
 */
final class KeyLocks {
    private static final int COUNT = 1024;

    private final ReentrantLock[] locks = new ReentrantLock[COUNT];

    KeyLocks() {
        for (int i = 0; i < COUNT; i++) {
            locks[i] = new ReentrantLock();
        }
    }

    ReentrantLock of(ApiResource resource, ObjectKey key) {
        return locks[Math.floorMod(Objects.hash(resource.plural(), key), COUNT)];
    }
}
