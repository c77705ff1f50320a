package dev.turnstile.service.thread;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Lock;
import java.util.random.RandomGenerator;

/** Threads of the JVM; how time passes is for subclasses to say. */
abstract class SystemThreadsOnAnotherClock implements Threads {
    final Threads system = Threads.system();

    @Override
    public final Task start(String name, Runnable work) {
        return system.start(name, work);
    }

    @Override
    public final Task startComputing(String name, Runnable work) {
        return system.startComputing(name, work);
    }

    @Override
    public final Lock lock() {
        return system.lock();
    }

    @Override
    public boolean await(CompletableFuture<?> result, Duration atMost) throws InterruptedException {
        return system.await(result, atMost);
    }

    @Override
    public final RandomGenerator random() {
        return system.random();
    }

    @Override
    public final Loops loops() {
        return system.loops();
    }
}
