package dev.turnstile.service.informer;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * All objects of one kind, or those with certain labels, as new as we know them.
 *
 * <p>Two sources feed it: the reflector, and answers to our own writes, so that nobody decides on what we ourselves
 * have overwritten. Of an object only a newer version is taken over. An answer never brings an object back that the
 * watch has reported as gone: it is taken over only where the object is there with the same uid.
 */
public final class Store<T> {
    /** An object with its uid and the version of its state, against which a write is checked. */
    public record Entry<T>(T object, String uid, long version) {}

    private final ApiResource resource;
    private final String labelSelector;
    private final Function<ObjectNode, T> reader;
    private final Map<ObjectKey, Entry<T>> entries = new ConcurrentHashMap<>();
    private final List<ChangeListener<T>> listeners = new CopyOnWriteArrayList<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final CompletableFuture<Boolean> synced = new CompletableFuture<>();

    /** An empty store; {@code reader} makes a value of an object's JSON. */
    public Store(ApiResource resource, Function<ObjectNode, T> reader) {
        this(resource, "", reader);
    }

    /** An empty store of those objects only whose labels match the selector. */
    public Store(ApiResource resource, String labelSelector, Function<ObjectNode, T> reader) {
        this.resource = resource;
        this.labelSelector = labelSelector;
        this.reader = reader;
    }

    /** The kind. */
    public ApiResource resource() {
        return resource;
    }

    /** Which objects are in it, by their labels; empty for all. */
    String labelSelector() {
        return labelSelector;
    }

    /** Adds a listener. It is told of what is there already as of objects that appear. */
    public void listen(ChangeListener<T> listener) {
        lock.lock();
        try {
            listeners.add(listener);
            entries.forEach((key, entry) -> listener.changed(key, null, entry.object()));
        } finally {
            lock.unlock();
        }
    }

    /** The object, or null. */
    public @Nullable T get(ObjectKey key) {
        Entry<T> entry = entries.get(key);
        return entry == null ? null : entry.object();
    }

    /** The object with its version, or null. */
    public @Nullable Entry<T> entry(ObjectKey key) {
        return entries.get(key);
    }

    /** All objects, in no order. */
    public Collection<T> all() {
        return entries.values().stream().map(Entry::object).toList();
    }

    /** How many objects there are. */
    public int size() {
        return entries.size();
    }

    /** Whether all objects were listed once. */
    public boolean synced() {
        return synced.isDone();
    }

    /** Is complete once all objects were listed. */
    public CompletableFuture<Boolean> whenSynced() {
        return synced.copy();
    }

    /** Takes over what a write was answered with, and reads it. */
    public T written(ObjectNode object) {
        T value = reader.apply(lean(object));
        take(Versioned.of(object), value, true);
        return value;
    }

    /** What the watch shows. Most of it we have from the answers to our own writes: only what is new is read. */
    ObjectKey observed(ObjectNode object) {
        Versioned version = Versioned.of(object);
        Entry<T> before = entries.get(version.key());
        if (before == null || !before.uid().equals(version.uid()) || before.version() < version.version()) {
            take(version, reader.apply(lean(object)), false);
        }
        return version.key();
    }

    private void take(Versioned version, T value, boolean onlyIfKnown) {
        lock.lock();
        try {
            Entry<T> before = entries.get(version.key());
            boolean known = before != null && before.uid().equals(version.uid());
            long seen = before != null && known ? before.version() : -1;
            if ((onlyIfKnown && !known) || seen >= version.version()) {
                return;
            }
            entries.put(version.key(), new Entry<>(value, version.uid(), version.version()));
            tell(version.key(), before, known, value);
        } finally {
            lock.unlock();
        }
    }

    /** Half of an object's bytes may be managed fields, which nobody here reads. */
    private static ObjectNode lean(ObjectNode object) {
        if (object.get("metadata") instanceof ObjectNode metadata) {
            metadata.remove("managedFields");
        }
        return object;
    }

    private void tell(ObjectKey key, @Nullable Entry<T> before, boolean same, T after) {
        if (before != null && !same) {
            listeners.forEach(listener -> listener.changed(key, before.object(), null));
        }
        T old = before != null && same ? before.object() : null;
        listeners.forEach(listener -> listener.changed(key, old, after));
    }

    void gone(ObjectNode last) {
        Versioned version = Versioned.of(last);
        lock.lock();
        try {
            Entry<T> before = entries.get(version.key());
            if (before != null && before.uid().equals(version.uid())) {
                entries.remove(version.key());
                listeners.forEach(listener -> listener.changed(version.key(), before.object(), null));
            }
        } finally {
            lock.unlock();
        }
    }

    /** Forgets an object that the API says is not there. */
    public void absent(ObjectKey key, String uid) {
        lock.lock();
        try {
            Entry<T> before = entries.get(key);
            if (before != null && before.uid().equals(uid)) {
                entries.remove(key);
                listeners.forEach(listener -> listener.changed(key, before.object(), null));
            }
        } finally {
            lock.unlock();
        }
    }

    /** Lets go what a list up to its last page did not hold; what we wrote after the list was made stays. */
    void retain(Set<ObjectKey> listed, long listVersion) {
        lock.lock();
        try {
            for (ObjectKey key : new ArrayList<>(entries.keySet())) {
                Entry<T> entry = entries.get(key);
                if (entry != null && !listed.contains(key) && entry.version() <= listVersion) {
                    entries.remove(key);
                    listeners.forEach(listener -> listener.changed(key, entry.object(), null));
                }
            }
        } finally {
            lock.unlock();
        }
        synced.complete(true);
    }
}
