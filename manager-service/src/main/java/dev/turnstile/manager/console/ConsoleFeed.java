package dev.turnstile.manager.console;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The newest picture for all who watch: made at most once a second, however many they are, and never for nobody. */
final class ConsoleFeed {

    static final Duration PACE = Duration.ofSeconds(1);

    private final ConsoleSource source;
    private final InstantSource clock;
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable ConsoleView latest;
    private Instant made = Instant.MIN;

    ConsoleFeed(ConsoleSource source, InstantSource clock) {
        this.source = source;
        this.clock = clock;
    }

    ConsoleView view() {
        lock.lock();
        try {
            var now = clock.instant();
            var view = latest;
            if (view == null || !now.isBefore(made.plus(PACE)) || now.isBefore(made)) {
                view = source.view();
                latest = view;
                made = now;
            }
            return view;
        } finally {
            lock.unlock();
        }
    }

    Instant now() {
        return clock.instant();
    }
}
