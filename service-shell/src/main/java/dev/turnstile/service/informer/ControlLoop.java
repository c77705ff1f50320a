package dev.turnstile.service.informer;

import dev.turnstile.service.thread.Crew;
import dev.turnstile.service.thread.Loop;
import dev.turnstile.service.thread.Threads;
import java.io.UncheckedIOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A work queue with virtual threads that empty it. One key's failure delays that key only. */
public final class ControlLoop<K> implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ControlLoop.class);

    private final String name;
    private final Reconciler<K> reconciler;
    private final WorkQueue<K> queue;
    private final Crew<K> crew;

    /** A loop that does not run yet; keys may be added already. */
    public ControlLoop(Threads threads, String name, int workers, Reconciler<K> reconciler) {
        this.name = name;
        this.reconciler = reconciler;
        this.queue = new WorkQueue<>(threads);
        this.crew = new Crew<>(threads, name, workers, queue::take, this::one);
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

    /** Whether work on the key is under way: it waits for a thread, is worked on, or is retried after a failure. */
    public boolean attends(K key) {
        return queue.attends(key);
    }

    /** Begins to work, once. */
    public void start() {
        crew.start();
    }

    private void one(K key, Loop loop) throws InterruptedException {
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
            loop.failedPart(key.toString(), e);
            queue.failed(key, Duration.ZERO);
        } catch (InterruptedException | Error e) {
            // The key must come back; the loop says the rest.
            queue.failed(key, Duration.ZERO);
            throw e;
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
        crew.close();
    }
}
