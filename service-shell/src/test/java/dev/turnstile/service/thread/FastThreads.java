package dev.turnstile.service.thread;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Threads of the JVM for which time passes faster than on the wall. */
public final class FastThreads extends SystemThreadsOnAnotherClock {
    private final int speed;

    /** As many times as fast. */
    public FastThreads(int speed) {
        this.speed = speed;
    }

    @Override
    public void sleep(Duration time) throws InterruptedException {
        system.sleep(time.dividedBy(speed));
    }

    @Override
    public boolean await(CompletableFuture<?> result, Duration atMost) throws InterruptedException {
        return system.await(result, atMost.dividedBy(speed));
    }

    @Override
    public long nanoTime() {
        return system.nanoTime() * speed;
    }
}
