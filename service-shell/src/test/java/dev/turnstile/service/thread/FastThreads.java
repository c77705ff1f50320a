package dev.turnstile.service.thread;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Lock;
import java.util.random.RandomGenerator;

/** Threads of the JVM for which time passes faster than on the wall. */
public final class FastThreads implements Threads {
    private final Threads system = Threads.system();
    private final int speed;

    /** As many times as fast. */
    public FastThreads(int speed) {
        this.speed = speed;
    }

    @Override
    public Task start(String name, Runnable work) {
        return system.start(name, work);
    }

    @Override
    public Task startComputing(String name, Runnable work) {
        return system.startComputing(name, work);
    }

    @Override
    public Lock lock() {
        return system.lock();
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

    @Override
    public RandomGenerator random() {
        return system.random();
    }

    @Override
    public Loops loops() {
        return system.loops();
    }
}
