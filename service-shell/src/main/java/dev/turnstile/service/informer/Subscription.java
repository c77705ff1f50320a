package dev.turnstile.service.informer;

import dev.turnstile.service.informer.Store.Entry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One listener of a store, and the changes that it failed to take. They are delivered again until it takes them; of
 * several changes of one object the states between are left out. All methods are called while the store is locked.
 */
final class Subscription<T> {
    private static final Logger LOG = LoggerFactory.getLogger(Subscription.class);

    private final ApiResource resource;
    private final ChangeListener<T> listener;
    /** By key: the last state that the listener took; empty where it took none. */
    private final Map<ObjectKey, Optional<Entry<T>>> owed = new LinkedHashMap<>();

    private final LongAdder failures = new LongAdder();

    Subscription(ApiResource resource, ChangeListener<T> listener) {
        this.resource = resource;
        this.listener = listener;
    }

    /** Notifies of a change; null stands for an object that is not there. */
    void deliver(ObjectKey key, @Nullable Entry<T> before, @Nullable Entry<T> after) {
        Optional<Entry<T>> debt = owed.remove(key);
        Entry<T> taken = debt == null ? before : debt.orElse(null);
        try {
            if (taken != null && (after == null || !taken.uid().equals(after.uid()))) {
                listener.changed(key, taken.object(), null);
                taken = null;
            }
            if (after != null) {
                listener.changed(key, taken == null ? null : taken.object(), after.object());
            }
        } catch (RuntimeException | Error e) {
            // With this exception neither the other listeners nor the reading of this kind may end.
            failures.increment();
            owed.put(key, Optional.ofNullable(taken));
            if (debt == null) {
                LOG.error("a listener of {} failed on {}; it is notified again", resource, key, e);
            }
        }
    }

    /** Delivers again what was not taken. */
    void deliverOwed(Map<ObjectKey, Entry<T>> entries) {
        List<ObjectKey> keys = new ArrayList<>(owed.keySet());
        for (ObjectKey key : keys) {
            deliver(key, null, entries.get(key));
        }
    }

    /** Whether there are changes that the listener has not taken. */
    boolean owes() {
        return !owed.isEmpty();
    }

    /** How often the listener has failed. */
    long failures() {
        return failures.sum();
    }
}
