package dev.turnstile.worker.pod;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** The same for every pod of a group, on virtual threads; how many requests are under way at once the writer says. */
final class SideBySide {
    /** What is done for one. */
    interface Work<T> {
        void on(T item) throws InterruptedException;
    }

    private SideBySide() {}

    /** Ends when all have; throws what the first that failed threw. */
    static <T> void each(List<T> items, Work<T> work) throws InterruptedException {
        if (items.size() == 1) {
            work.on(items.getFirst());
            return;
        }
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Boolean>> all = new ArrayList<>();
            for (T item : items) {
                all.add(threads.submit(() -> {
                    work.on(item);
                    return true;
                }));
            }
            for (Future<Boolean> one : all) {
                one.get();
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException("a write ended in a way that writes do not end in", e);
        }
    }
}
