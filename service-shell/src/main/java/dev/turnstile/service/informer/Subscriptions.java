package dev.turnstile.service.informer;

import dev.turnstile.service.informer.Store.Entry;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** The listeners of a store. Changes are delivered while the store is locked; counts may be read at any time. */
final class Subscriptions<T> {
    private final ApiResource resource;
    private final List<Subscription<T>> subscriptions = new CopyOnWriteArrayList<>();
    private volatile boolean owing;

    Subscriptions(ApiResource resource) {
        this.resource = resource;
    }

    /** Adds a listener and notifies it of all that is there. */
    void add(ChangeListener<T> listener, Map<ObjectKey, Entry<T>> entries) {
        Subscription<T> subscription = new Subscription<>(resource, listener);
        subscriptions.add(subscription);
        entries.forEach((key, entry) -> deliver(subscription, key, null, entry));
    }

    /** As {@link #add}, before all others, which can rely on it. */
    void addFirst(ChangeListener<T> listener, Map<ObjectKey, Entry<T>> entries) {
        Subscription<T> subscription = new Subscription<>(resource, listener);
        subscriptions.addFirst(subscription);
        entries.forEach((key, entry) -> deliver(subscription, key, null, entry));
    }

    /** Notifies of a change; null stands for an object that is not there. */
    void deliver(ObjectKey key, @Nullable Entry<T> before, @Nullable Entry<T> after) {
        subscriptions.forEach(subscription -> deliver(subscription, key, before, after));
    }

    private void deliver(
            Subscription<T> subscription, ObjectKey key, @Nullable Entry<T> before, @Nullable Entry<T> after) {
        subscription.deliver(key, before, after);
        if (subscription.owes()) {
            owing = true;
        }
    }

    /** Notifies listeners once more of what they failed to take. */
    void deliverOwed(Map<ObjectKey, Entry<T>> entries) {
        subscriptions.forEach(subscription -> subscription.deliverOwed(entries));
        owing = subscriptions.stream().anyMatch(Subscription::owes);
    }

    /** Whether a listener has failed to take a change. */
    boolean owes() {
        return owing;
    }

    /** How often a listener has failed. */
    long failures() {
        return subscriptions.stream().mapToLong(Subscription::failures).sum();
    }
}
