package dev.turnstile.service.informer;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The objects of a store by something that they name. A query costs what it finds, not what the store holds.
 *
 * <p>Kept with every change, before any listener is notified of it: who is notified finds the index as new as the
 * store.
 */
public final class Index<K, T> {
    private final Function<? super T, ? extends Collection<K>> names;
    private final Map<K, Map<ObjectKey, T>> objects = new ConcurrentHashMap<>();

    Index(Function<? super T, ? extends Collection<K>> names) {
        this.names = names;
    }

    /** The objects that name that, in no order. */
    public Collection<T> of(K name) {
        Map<ObjectKey, T> found = objects.get(name);
        return found == null ? List.of() : List.copyOf(found.values());
    }

    /** The keys of the objects that name that, in no order. */
    public Collection<ObjectKey> keys(K name) {
        Map<ObjectKey, T> found = objects.get(name);
        return found == null ? List.of() : List.copyOf(found.keySet());
    }

    void changed(ObjectKey key, @Nullable T before, @Nullable T after) {
        Collection<K> now = after == null ? List.of() : names.apply(after);
        if (before != null) {
            for (K name : names.apply(before)) {
                if (!now.contains(name)) {
                    objects.computeIfPresent(name, (_, known) -> without(known, key));
                }
            }
        }
        if (after != null) {
            for (K name : now) {
                objects.compute(name, (_, known) -> with(known, key, after));
            }
        }
    }

    private static <T> @Nullable Map<ObjectKey, T> without(Map<ObjectKey, T> known, ObjectKey key) {
        known.remove(key);
        return known.isEmpty() ? null : known;
    }

    private static <T> Map<ObjectKey, T> with(@Nullable Map<ObjectKey, T> known, ObjectKey key, T object) {
        Map<ObjectKey, T> all = known == null ? new ConcurrentHashMap<>() : known;
        all.put(key, object);
        return all;
    }

    /** How many different names there are. */
    int size() {
        return objects.size();
    }
}
