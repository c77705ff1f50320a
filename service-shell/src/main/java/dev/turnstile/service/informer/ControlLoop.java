package dev.turnstile.service.informer;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A work queue with virtual threads that empty it. One key's failure delays that key only. */
public final class ControlLoop<K> implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ControlLoop.class);

    private final String name;
    private final Reconciler<K> reconciler;
    private final WorkQueue<K> queue;
    private final List<Thread> threads = new ArrayList<>();
    private final int workers;

    /** A loop that does not run yet; keys may be added already. */
    public ControlLoop(String name, int workers, Reconciler<K> reconciler) {
        this.name = name;
        this.workers = workers;
        this.reconciler = reconciler;
        this.queue = new WorkQueue<>(System::nanoTime, RandomGenerator.of("L64X128MixRandom"));
    }

    /** Looks at the key soon. */
    public void add(K key) {
        queue.add(key);
    }

    /** Looks at the key after that time. */
    public void addAfter(K key, Duration delay) {
        queue.addAfter(key, delay);
    }

    /** How many keys wait for a thread. */
    public int depth() {
        return queue.depth();
    }

    /** Begins to work. */
    public void start() {
        for (int i = 0; i < workers; i++) {
            threads.add(Thread.ofVirtual().name(name + "-" + i).start(this::work));
        }
    }

    private void work() {
        try {
            for (K key = queue.take(); key != null; key = queue.take()) {
                one(key);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void one(K key) throws InterruptedException {
        try {
            Outcome outcome = reconciler.reconcile(key);
            queue.done(key);
            switch (outcome) {
                case Outcome.Done() -> {}
                case Outcome.LookAgain(Duration after) -> queue.addAfter(key, after);
            }
        } catch (ApiStatusException e) {
            failed(key, e, e.retryAfter());
        } catch (UncheckedIOException e) {
            failed(key, e, Duration.ZERO);
        } catch (RuntimeException e) {
            LOG.error("{} {} failed and will be tried again", name, key, e);
            queue.failed(key, Duration.ZERO);
        }
    }

    private void failed(K key, RuntimeException cause, @Nullable Duration retryAfter) {
        LOG.info("{} {} will be tried again: {}", name, key, cause.getMessage());
        queue.failed(key, retryAfter == null ? Duration.ZERO : retryAfter);
    }

    /** Ends after the keys that are being worked on. */
    @Override
    public void close() {
        queue.close();
        threads.forEach(Thread::interrupt);
    }
}
