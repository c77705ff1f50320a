package dev.turnstile.proof.thread;

import dev.turnstile.service.thread.Threads;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** One simulated thread of a process. */
final class Strand implements Threads.Task {
    private final Baton baton;
    private final ServiceProcess process;
    private final String name;
    private final Thread thread;
    private final CompletableFuture<Boolean> end = new CompletableFuture<>();
    private volatile boolean turn;
    private boolean interrupted;
    private boolean ended;
    private @Nullable Wait wait;

    Strand(Baton baton, ServiceProcess process, String name, Runnable work) {
        this.baton = baton;
        this.process = process;
        this.name = name;
        this.thread = Thread.ofVirtual().name(process.name() + "/" + name).unstarted(() -> run(work));
    }

    boolean ended() {
        return ended;
    }

    Thread thread() {
        return thread;
    }

    ServiceProcess process() {
        return process;
    }

    void start() {
        thread.start();
        baton.started(this);
    }

    private void run(Runnable work) {
        Throwable failure = null;
        try {
            park();
            if (process.alive()) {
                work.run();
            }
        } catch (CrashError e) {
            // That is how it was to end.
        } catch (Throwable e) {
            failure = e;
        }
        ended = true;
        process.ended(this);
        end.complete(true);
        baton.end(this, failure);
    }

    void take() {
        turn = true;
        LockSupport.unpark(thread);
    }

    void lose() {
        turn = false;
    }

    void park() {
        while (!turn) {
            if (Thread.interrupted()) {
                interrupted = true;
            }
            LockSupport.park(this);
        }
    }

    /** Waits until something wakes it; by interrupts too, if it is to be woken by them. */
    void await(Wait wanted) {
        process.check();
        wait = wanted;
        baton.pass(this);
        wait = null;
        process.check();
    }

    boolean takeInterrupt() {
        boolean now = interrupted || Thread.interrupted();
        interrupted = false;
        return now;
    }

    @Override
    public void interrupt() {
        interrupted = true;
        Wait waiting = wait;
        if (waiting != null && waiting.interruptible()) {
            waiting.wake();
        }
    }

    void killed() {
        Wait waiting = wait;
        if (waiting != null) {
            waiting.wake();
        }
    }

    @Override
    public void join(Duration atMost) throws InterruptedException {
        var _ = process.threads().await(end, atMost);
    }

    @Override
    public String toString() {
        return process.name() + "/" + name;
    }
}
