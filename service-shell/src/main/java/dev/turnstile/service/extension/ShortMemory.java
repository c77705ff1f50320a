package dev.turnstile.service.extension;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/** Keeps answers for a short while, and no more than a number of them: the oldest goes first. Safe for any thread. */
final class ShortMemory<K, V> {
    private final int most;
    private final InstantSource clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<K, Answer<V>> answers = new LinkedHashMap<>();

    private record Answer<V>(V value, Instant until) {}

    ShortMemory(int most, InstantSource clock) {
        this.most = most;
        this.clock = clock;
    }

    Optional<V> recall(K question) {
        lock.lock();
        try {
            Answer<V> known = answers.get(question);
            return known == null || !clock.instant().isBefore(known.until())
                    ? Optional.empty()
                    : Optional.of(known.value());
        } finally {
            lock.unlock();
        }
    }

    void remember(K question, V value, Duration time) {
        lock.lock();
        try {
            Instant now = clock.instant();
            answers.remove(question);
            if (answers.size() >= most) {
                answers.values().removeIf(answer -> !now.isBefore(answer.until()));
            }
            if (answers.size() >= most) {
                answers.remove(answers.keySet().iterator().next());
            }
            answers.put(question, new Answer<>(value, now.plus(time)));
        } finally {
            lock.unlock();
        }
    }
}
