package dev.turnstile.proof.api;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The changes of one kind in their order, from some version on, and who waits for the next one. */
final class History {
    private final List<Change> changes = new ArrayList<>();
    private final List<WatchStream> streams = new ArrayList<>();
    private final String kind;
    private long from;
    private int dropped;

    History(String kind, long from) {
        this.kind = kind;
        this.from = from;
    }

    String kind() {
        return kind;
    }

    void add(Change change) {
        changes.add(change);
        for (WatchStream stream : List.copyOf(streams)) {
            stream.changed();
        }
    }

    /** Where a watch from that version begins; -1 where that is not known any more. */
    int indexAfter(long version) {
        if (version < from) {
            return -1;
        }
        int low = 0;
        int high = changes.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (changes.get(middle).version() <= version) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low + dropped;
    }

    @Nullable
    Change at(int index) {
        int here = index - dropped;
        return here >= 0 && here < changes.size() ? changes.get(here) : null;
    }

    boolean knows(int index) {
        return index >= dropped;
    }

    /** Forgets everything so far: a reader that is behind has to list again. */
    void compact() {
        if (!changes.isEmpty()) {
            from = changes.getLast().version();
            dropped += changes.size();
            changes.clear();
        }
        for (WatchStream stream : List.copyOf(streams)) {
            stream.disturbed();
        }
    }

    /** The store went back in time: streams end, versions are given again. */
    void restart(long version) {
        dropped += changes.size();
        changes.clear();
        from = version;
        for (WatchStream stream : List.copyOf(streams)) {
            stream.breakOff();
        }
    }

    void open(WatchStream stream) {
        streams.add(stream);
    }

    void closed(WatchStream stream) {
        streams.remove(stream);
    }
}
