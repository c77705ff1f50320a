package dev.turnstile.embedded.store;

import java.lang.ref.WeakReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One write, in the order of writes to its resource. Each change refers to the next one, so that readers follow without
 * locks.
 */
public final class Change {
    private final long version;
    private final @Nullable StoredObject object;
    private final @Nullable StoredObject previous;
    private final boolean deletion;
    volatile @Nullable Change next;
    private volatile WeakReference<byte @Nullable []> frame = new WeakReference<>(null);

    Change(long version, @Nullable StoredObject object, @Nullable StoredObject previous, boolean deletion) {
        this.version = version;
        this.object = object;
        this.previous = previous;
        this.deletion = deletion;
    }

    public long version() {
        return version;
    }

    /** The object after the write; for a deletion its last state, at the deletion's version. */
    public StoredObject object() {
        if (object == null) {
            throw new IllegalStateException("the beginning of the history is no change");
        }
        return object;
    }

    boolean hasObject() {
        return object != null;
    }

    /** The object before the write; null for a creation. */
    public @Nullable StoredObject previous() {
        return previous;
    }

    public boolean deletion() {
        return deletion;
    }

    /** The serialised event that watchers share: made once, and kept while any watcher still sends it. */
    public byte[] frame(Supplier<byte[]> make) {
        byte[] made = frame.get();
        if (made == null) {
            made = make.get();
            frame = new WeakReference<>(made);
        }
        return made;
    }
}
