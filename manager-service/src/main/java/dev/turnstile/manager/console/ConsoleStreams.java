package dev.turnstile.manager.console;

import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.springframework.context.SmartLifecycle;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** The pages that are sent changes: not too many of them, and none that keeps the service from ending. */
final class ConsoleStreams implements SmartLifecycle {

    static final int MOST = 200;

    private final ConsoleFeed feed;
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean running = new AtomicBoolean();

    ConsoleStreams(ConsoleFeed feed) {
        this.feed = feed;
    }

    /** Begins to tell one more page; empty where there are enough. */
    Optional<SseEmitter> open() {
        if (!running.get() || threads.size() >= MOST) {
            return Optional.empty();
        }
        var page = new SseEmitter(0L);
        var stream = new ConsoleStream(feed, page);
        var thread = Thread.ofVirtual().name("console").unstarted(() -> {
            try {
                stream.run();
            } finally {
                threads.remove(Thread.currentThread());
            }
        });
        threads.add(thread);
        thread.start();
        return Optional.of(page);
    }

    @Override
    public void start() {
        running.set(true);
    }

    // In the default phase, which ends before the server waits for its requests.
    @Override
    public void stop() {
        running.set(false);
        threads.forEach(Thread::interrupt);
    }

    @Override
    public boolean isRunning() {
        return running.get();
    }
}
