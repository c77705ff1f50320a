package dev.turnstile.embedded.watch;

import dev.turnstile.embedded.store.Change;
import dev.turnstile.embedded.store.Cursor;
import dev.turnstile.embedded.store.StoredObject;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Reads the changes of a resource for one watcher. */
public final class Watch implements AutoCloseable {
    private final Cursor cursor;
    private final String namespace;
    private final Predicate<StoredObject> selected;

    /** @param namespace empty for all */
    public Watch(Cursor cursor, String namespace, Predicate<StoredObject> selected) {
        this.cursor = cursor;
        this.namespace = namespace;
        this.selected = selected;
    }

    /** The event type of a change for this watcher. */
    public enum ChangeType {
        ADDED,
        MODIFIED,
        DELETED
    }

    /**
     * One event.
     *
     * @param version the change's, which is newer than the object's if the object merely stopped being selected
     * @param shared the change, if the event is the same for every watcher, so that its bytes are made once
     */
    public record Event(
            ChangeType kind,
            StoredObject object,
            long version,
            @Nullable Change shared) {}

    /** The next event, or null on a time-out or if the watch was stopped. */
    public @Nullable Event next(long timeoutNanos) {
        long deadline = System.nanoTime() + timeoutNanos;
        while (true) {
            Change change = cursor.next(deadline - System.nanoTime());
            if (change == null) {
                return null;
            }
            Event event = seen(change);
            if (event != null) {
                return event;
            }
        }
    }

    private @Nullable Event seen(Change change) {
        StoredObject object = change.object();
        if (!namespace.isEmpty() && !namespace.equals(object.key().namespace())) {
            return null;
        }
        StoredObject previous = change.previous();
        boolean before = previous != null && selected.test(previous);
        if (change.deletion()) {
            return before ? new Event(ChangeType.DELETED, object, change.version(), change) : null;
        }
        boolean now = selected.test(object);
        if (now && before) {
            return new Event(ChangeType.MODIFIED, object, change.version(), change);
        }
        if (now) {
            return new Event(ChangeType.ADDED, object, change.version(), previous == null ? change : null);
        }
        return previous != null && before ? new Event(ChangeType.DELETED, previous, change.version(), null) : null;
    }

    /** The version that a bookmark may state now; 0 while there are changes that this watcher has not seen. */
    public long caughtUp() {
        return cursor.caughtUp();
    }

    public void stop() {
        cursor.stop();
    }

    public boolean stopped() {
        return cursor.stopped();
    }

    @Override
    public void close() {
        cursor.close();
    }
}
