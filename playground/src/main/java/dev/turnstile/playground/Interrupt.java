package dev.turnstile.playground;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ctrl-C, or the signal that a process manager sends. The process ends only when everything that was opened after this
 * has been closed, in order, by the thread that opened it.
 */
final class Interrupt implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 30;

    private final CountDownLatch arrived = new CountDownLatch(1);
    private final CountDownLatch allClosed = new CountDownLatch(1);

    Interrupt() {
        Runtime.getRuntime().addShutdownHook(new Thread(this::arrive, "interrupt"));
    }

    private void arrive() {
        arrived.countDown();
        try {
            if (!allClosed.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                System.err.println("not everything was closed within " + PATIENCE_SECONDS + " s, ending anyway");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether it is time to end, also while things are still being started. */
    boolean hasArrived() {
        return arrived.getCount() == 0;
    }

    void await() throws InterruptedException {
        arrived.await();
    }

    @Override
    public void close() {
        allClosed.countDown();
    }
}
