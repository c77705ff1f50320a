package dev.turnstile.worker.outbound;

import dev.turnstile.service.informer.ObjectKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** When each Workload's reason or message was written last, for as long as that matters. Safe for any thread. */
final class RecentTexts {
    private record Entry(ObjectKey key, Instant at) {}

    private final Duration kept;
    private final Map<ObjectKey, Instant> times = new HashMap<>();
    /** In the order of their times, those that were followed by another one among them. */
    private final Deque<Entry> order = new ArrayDeque<>();

    RecentTexts(Duration kept) {
        this.kept = kept;
    }

    synchronized void wrote(ObjectKey key, Instant now) {
        forgetOld(now);
        times.put(key, now);
        order.addLast(new Entry(key, now));
    }

    /** When that was, or null where it is longer ago. */
    synchronized @Nullable Instant writtenAt(ObjectKey key) {
        return times.get(key);
    }

    /** How many are remembered. */
    synchronized int size() {
        return order.size();
    }

    private void forgetOld(Instant now) {
        for (Entry first = order.peekFirst(); first != null; first = order.peekFirst()) {
            if (now.isBefore(first.at().plus(kept))) {
                return;
            }
            order.removeFirst();
            times.remove(first.key(), first.at());
        }
    }
}
