package dev.turnstile.service.thread;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Virtual threads that empty one queue side by side: as many as there is work for, and one that waits for more.
 *
 * <p>Whoever takes the last piece of work that somebody waited for starts another thread, up to a bound. So a queue
 * that is mostly empty costs one thread, and a long one is worked on by as many as are allowed.
 */
public final class Crew<T> implements AutoCloseable {
    /** What is to be done with a piece of work. */
    @FunctionalInterface
    public interface Work<T> {
        /** Does it, on a thread of that loop. */
        void run(T one, Loop loop) throws Exception;
    }

    private final Threads threads;
    private final String name;
    private final int most;
    private final Loop.Wait<T> source;
    private final Work<T> work;
    private final List<Loop> loops = new CopyOnWriteArrayList<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private boolean open = true;

    /**
     * One that does not work yet.
     *
     * @param most threads at the same time
     * @param source waits for a piece of work; null where there will be none any more
     */
    public Crew(Threads threads, String name, int most, Loop.Wait<T> source, Work<T> work) {
        this.threads = threads;
        this.name = name;
        this.most = most;
        this.source = source;
        this.work = work;
    }

    /** Begins to work, once. */
    public synchronized void start() {
        if (loops.isEmpty()) {
            another();
        }
    }

    private synchronized void another() {
        if (open && loops.size() < most) {
            // It counts as waiting already: a thread that takes work meanwhile need not start one more.
            waiting.incrementAndGet();
            loops.add(Loop.start(threads, name, name + "-" + loops.size(), Loop.Pace.USUAL, new Member()));
        }
    }

    /** Interrupts what is being done; nothing more is begun. */
    @Override
    public synchronized void close() {
        open = false;
        loops.forEach(Loop::close);
    }

    /** One of the threads. While it pauses after a failure it does not wait for work, so that others start. */
    private final class Member implements Loop.Round {
        private boolean waits = true;

        @Override
        public void run(Loop loop) throws Exception {
            if (!waits) {
                waits = true;
                waiting.incrementAndGet();
            }
            @Nullable T next = loop.idle(source);
            if (next == null || !loop.isOpen()) {
                loop.end();
                return;
            }
            waits = false;
            try {
                if (waiting.decrementAndGet() == 0) {
                    another();
                }
            } finally {
                // It was taken, and has to be done whatever becomes of the others.
                work.run(next, loop);
            }
        }
    }
}
