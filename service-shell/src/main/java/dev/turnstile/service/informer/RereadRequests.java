package dev.turnstile.service.informer;

import dev.turnstile.service.thread.Permits;
import dev.turnstile.service.thread.Threads;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Who asked a reflector to list everything once more. Any thread asks; the reflector's own answers, with a list that
 * begins after the request.
 */
final class RereadRequests {
    private final Permits arrived;
    private final Queue<CompletableFuture<Boolean>> open = new ConcurrentLinkedQueue<>();
    private volatile boolean distrust;

    RereadRequests(Threads threads) {
        arrived = new Permits(threads, 0);
    }

    /** A request for a whole list; completed when that was read. */
    CompletableFuture<Boolean> add() {
        CompletableFuture<Boolean> read = new CompletableFuture<>();
        open.add(read);
        arrived.release();
        return read;
    }

    /** As {@link #add}, where what is known may be of a state that was lost. */
    CompletableFuture<Boolean> addDistrustful() {
        distrust = true;
        return add();
    }

    /** Whether an open request says that what is known may be of a state that was lost. */
    boolean distrust() {
        return distrust;
    }

    boolean isEmpty() {
        return open.isEmpty();
    }

    /** Waits for a request, but not longer than that; whether there is one. */
    boolean await(Duration atMost) throws InterruptedException {
        return arrived.tryAcquire(atMost);
    }

    /** Takes what was asked so far; has to be {@linkplain Batch#done done} or {@linkplain Batch#failed failed}. */
    Batch take() {
        arrived.drain();
        int count = open.size();
        boolean distrusts = distrust;
        distrust = false;
        return new Batch(count, distrusts);
    }

    /** The requests that one list answers. Those that came later wait for the next one. */
    final class Batch {
        private final int count;
        private final boolean distrusts;

        private Batch(int count, boolean distrusts) {
            this.count = count;
            this.distrusts = distrusts;
        }

        /** Whether what is known may be of a state that was lost. */
        boolean distrusts() {
            return distrusts;
        }

        void done() {
            for (int i = 0; i < count; i++) {
                open.remove().complete(true);
            }
        }

        void failed() {
            distrust |= distrusts;
        }
    }
}
