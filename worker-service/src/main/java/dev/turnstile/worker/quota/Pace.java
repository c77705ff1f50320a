package dev.turnstile.worker.quota;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Who was written when, so that nobody is written more often than once in an interval. */
final class Pace<K> {
    private final long interval;
    private final LongSupplier nanoTime;
    private final Map<K, Long> written = new ConcurrentHashMap<>();

    Pace(Duration interval, LongSupplier nanoTime) {
        this.interval = interval.toNanos();
        this.nanoTime = nanoTime;
    }

    /** How long the key has to wait for its turn, or null where it may be written now. */
    @Nullable
    Duration left(K key) {
        Long last = written.get(key);
        long left = last == null ? 0 : last + interval - nanoTime.getAsLong();
        return left <= 0 ? null : Duration.ofNanos(left);
    }

    void wrote(K key) {
        written.put(key, nanoTime.getAsLong());
    }

    void forget(K key) {
        written.remove(key);
    }
}
