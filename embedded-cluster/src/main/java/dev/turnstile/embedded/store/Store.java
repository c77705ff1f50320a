package dev.turnstile.embedded.store;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * All objects of one cluster. Versions are drawn from one counter while the shelf of the resource is locked: within a
 * resource, their order is the order in which writes become visible, so a watch from a list's version misses no write.
 */
public final class Store {
    private final AtomicLong version = new AtomicLong(1);
    private final Map<String, Shelf> shelves = new ConcurrentHashMap<>();

    /** @param resource any name; equal names share a shelf */
    public Shelf shelf(String resource) {
        return shelves.computeIfAbsent(resource, name -> new Shelf(version));
    }

    public Map<String, Shelf> shelves() {
        return Map.copyOf(shelves);
    }

    public long version() {
        return version.get();
    }

    /** Drops all history: watches from an older version must list again. */
    public void compact() {
        shelves.values().forEach(Shelf::compact);
    }
}
