package dev.turnstile.worker.pod;

import dev.turnstile.service.thread.Threads;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The same for every pod of a group, on virtual threads; how many requests are under way at once the writer says. */
final class SideBySide {
    /** What is done for one. */
    interface Work<T> {
        void on(T item) throws InterruptedException;
    }

    private SideBySide() {}

    /** Ends when all have; throws what the first that failed threw. */
    static <T> void each(Threads threads, List<T> items, Work<T> work) throws InterruptedException {
        if (items.size() == 1) {
            work.on(items.getFirst());
            return;
        }
        List<CompletableFuture<Boolean>> all = new ArrayList<>();
        List<Threads.Task> tasks = new ArrayList<>();
        for (T item : items) {
            CompletableFuture<Boolean> end = new CompletableFuture<>();
            all.add(end);
            tasks.add(threads.start("pod", () -> run(work, item, end)));
        }
        try {
            var _ = threads.await(CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)), Threads.FOREVER);
        } catch (InterruptedException e) {
            tasks.forEach(Threads.Task::interrupt);
            throw e;
        }
        for (CompletableFuture<Boolean> one : all) {
            if (one.isCompletedExceptionally()) {
                throw failure(one.exceptionNow());
            }
        }
    }

    private static <T> void run(Work<T> work, T item, CompletableFuture<Boolean> end) {
        try {
            work.on(item);
            end.complete(true);
        } catch (Throwable e) {
            // Whoever waits for it throws it.
            end.completeExceptionally(e);
        }
    }

    private static RuntimeException failure(Throwable cause) {
        if (cause instanceof RuntimeException expected) {
            return expected;
        }
        return new IllegalStateException("a write ended in a way that writes do not end in", cause);
    }
}
