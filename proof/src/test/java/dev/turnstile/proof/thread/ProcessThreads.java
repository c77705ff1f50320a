package dev.turnstile.proof.thread;

import dev.turnstile.service.thread.Loops;
import dev.turnstile.service.thread.Threads;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Lock;
import java.util.random.RandomGenerator;

/** What the production classes of one process run on. */
public final class ProcessThreads implements Threads {
    private final Loops loops = new Loops();
    private final Baton baton;
    private final ServiceProcess process;
    private final RandomGenerator random;

    ProcessThreads(Baton baton, ServiceProcess process, RandomGenerator random) {
        this.baton = baton;
        this.process = process;
        this.random = random;
    }

    @Override
    public Loops loops() {
        return loops;
    }

    @Override
    public Task start(String name, Runnable work) {
        return process.start(name, work);
    }

    @Override
    public Task startComputing(String name, Runnable work) {
        return process.start(name, work);
    }

    @Override
    public Lock lock() {
        return new StrandLock(baton);
    }

    @Override
    public void sleep(Duration time) throws InterruptedException {
        Strand self = baton.running();
        if (self.takeInterrupt()) {
            throw new InterruptedException();
        }
        Wait wait = new Wait(baton, self, true);
        baton.after(time, wait::wake);
        self.await(wait);
        if (self.takeInterrupt()) {
            throw new InterruptedException();
        }
    }

    @Override
    public boolean await(CompletableFuture<?> result, Duration atMost) throws InterruptedException {
        Strand self = baton.running();
        if (self.takeInterrupt()) {
            throw new InterruptedException();
        }
        if (!result.isDone()) {
            Wait wait = new Wait(baton, self, true);
            if (atMost.compareTo(FOREVER) < 0) {
                baton.after(atMost, wait::wake);
            }
            var _ = result.whenComplete((value, failure) -> wait.wake());
            self.await(wait);
            if (self.takeInterrupt()) {
                throw new InterruptedException();
            }
        }
        return result.isDone();
    }

    @Override
    public long nanoTime() {
        return baton.now();
    }

    @Override
    public RandomGenerator random() {
        return random;
    }
}
