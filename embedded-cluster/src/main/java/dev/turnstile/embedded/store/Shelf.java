package dev.turnstile.embedded.store;

import java.util.Collection;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** The objects of one resource, ordered by namespace and name, with the recent history of their changes. */
public final class Shelf {
    /** Limits of the history: old versions take memory, so their bytes are limited as well as their number. */
    private static final int MOST_CHANGES = 20_000;

    private static final long MOST_BYTES = 12L << 20;

    private final AtomicLong versions;
    private final ReentrantLock lock = new ReentrantLock();
    private final ConcurrentSkipListMap<ObjectKey, StoredObject> objects = new ConcurrentSkipListMap<>();
    private final CopyOnWriteArrayList<Cursor> cursors = new CopyOnWriteArrayList<>();
    private Change oldest;
    private volatile Change newest;
    private int changes;
    private long bytes;

    Shelf(AtomicLong versions) {
        this.versions = versions;
        // Nothing was written to this shelf before, so a watch from any earlier version misses nothing.
        oldest = newest = new Change(0, null, null, false);
    }

    public @Nullable StoredObject get(ObjectKey key) {
        return objects.get(key);
    }

    public int size() {
        return objects.size();
    }

    /** A live, weakly consistent view. */
    public Collection<StoredObject> objects() {
        return objects.values();
    }

    /** A live, weakly consistent view of one namespace. */
    public Collection<StoredObject> objects(String namespace) {
        return in(objects, namespace);
    }

    /**
     * Writes one version of an object.
     *
     * @param expected the object that must be stored now, null for none; otherwise nothing is written
     * @param serialise gives the JSON for the version that the write gets
     * @return the written object, or null if the expectation failed
     */
    public @Nullable StoredObject put(ObjectKey key, @Nullable StoredObject expected, LongFunction<byte[]> serialise) {
        lock.lock();
        try {
            if (!is(objects.get(key), expected)) {
                return null;
            }
            long version = versions.incrementAndGet();
            StoredObject written = new StoredObject(key, version, serialise.apply(version));
            objects.put(key, written);
            append(new Change(version, written, expected, false));
            return written;
        } finally {
            lock.unlock();
        }
    }

    /** Removes an object, if it is still this one; the JSON is its last state as watchers see it. */
    public @Nullable StoredObject remove(StoredObject expected, LongFunction<byte[]> serialise) {
        lock.lock();
        try {
            if (!is(objects.get(expected.key()), expected)) {
                return null;
            }
            long version = versions.incrementAndGet();
            StoredObject last = new StoredObject(expected.key(), version, serialise.apply(version));
            objects.remove(expected.key());
            append(new Change(version, last, expected, true));
            return last;
        } finally {
            lock.unlock();
        }
    }

    /** Changes whenever an object on the shelf changes. */
    public long revision() {
        return newest.version();
    }

    @SuppressWarnings("ReferenceEquality") // a version of an object is one instance
    private static boolean is(@Nullable StoredObject there, @Nullable StoredObject expected) {
        return there == expected;
    }

    private void append(Change change) {
        newest.next = change;
        newest = change;
        changes++;
        bytes += change.object().json().length;
        while (changes > MOST_CHANGES || (bytes > MOST_BYTES && changes > 1)) {
            dropOldest();
        }
        cursors.forEach(Cursor::wake);
    }

    private void dropOldest() {
        Change next = oldest.next;
        if (next == null) {
            return;
        }
        oldest = next;
        changes--;
        bytes -= next.object().json().length;
    }

    /** Drops the history up to now. */
    public void compact() {
        lock.lock();
        try {
            Change edge = new Change(versions.get(), null, null, false);
            newest.next = edge;
            newest = edge;
            oldest = edge;
            changes = 0;
            bytes = 0;
        } finally {
            lock.unlock();
        }
    }

    /** A snapshot at the current version: every write up to it is visible, none after it. */
    public Snapshot snapshot() {
        lock.lock();
        try {
            return new Snapshot(versions.get(), new TreeMap<>(objects));
        } finally {
            lock.unlock();
        }
    }

    /** The objects as they were at a version. */
    public Snapshot snapshot(long version) {
        lock.lock();
        try {
            if (version < oldest.version()) {
                throw new CompactedException(version, oldest.version());
            }
            NavigableMap<ObjectKey, StoredObject> then = new TreeMap<>(objects);
            NavigableMap<ObjectKey, Boolean> undone = new TreeMap<>();
            for (Change change = oldest.next; change != null; change = change.next) {
                ObjectKey key = change.object().key();
                if (change.version() > version && undone.putIfAbsent(key, true) == null) {
                    StoredObject previous = change.previous();
                    if (previous == null) {
                        then.remove(key);
                    } else {
                        then.put(key, previous);
                    }
                }
            }
            return new Snapshot(version, then);
        } finally {
            lock.unlock();
        }
    }

    /** Objects at one version, in order. */
    public record Snapshot(long version, NavigableMap<ObjectKey, StoredObject> objects) {
        public Collection<StoredObject> in(String namespace) {
            return namespace.isEmpty() ? objects.values() : Shelf.in(objects, namespace);
        }
    }

    private static Collection<StoredObject> in(NavigableMap<ObjectKey, StoredObject> objects, String namespace) {
        Map<ObjectKey, StoredObject> part =
                objects.subMap(new ObjectKey(namespace, ""), true, new ObjectKey(namespace + "\0", ""), false);
        return part.values();
    }

    /** A cursor that reads the changes after a version; it blocks the caller's thread. */
    public Cursor cursor(long afterVersion) {
        lock.lock();
        try {
            if (afterVersion < oldest.version()) {
                throw new CompactedException(afterVersion, oldest.version());
            }
            Change position = oldest;
            if (newest.version() <= afterVersion) {
                position = newest;
            } else {
                for (Change next = position.next; next != null && next.version() <= afterVersion; next = next.next) {
                    position = next;
                }
            }
            Cursor cursor = new Cursor(this, position, afterVersion);
            cursors.add(cursor);
            return cursor;
        } finally {
            lock.unlock();
        }
    }

    /** A snapshot and the cursor that continues from it. */
    public record Followed(Snapshot snapshot, Cursor cursor) {}

    public Followed follow() {
        lock.lock();
        try {
            Snapshot snapshot = snapshot();
            return new Followed(snapshot, cursor(snapshot.version()));
        } finally {
            lock.unlock();
        }
    }

    /** The version up to which a position has read everything, or 0 if there are unread changes. */
    long caughtUp(Change position) {
        lock.lock();
        try {
            return position == newest ? versions.get() : 0;
        } finally {
            lock.unlock();
        }
    }

    void forget(Cursor cursor) {
        cursors.remove(cursor);
    }
}
