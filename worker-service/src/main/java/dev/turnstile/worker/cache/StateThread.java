package dev.turnstile.worker.cache;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that owns the state. Takes note of what changed, runs what it is given, and when neither is left gives the
 * turn to the scheduler, which says how long it may sleep at most.
 */
public final class StateThread<C> implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(StateThread.class);

    /** What the thread does; all of it runs on the thread. */
    public interface Owner<C> {
        /** Takes note of a change. */
        void note(C change);

        /** Nothing is left to take note of. Answers how long to sleep if nothing happens, or null: until it does. */
        @Nullable
        Duration turn();
    }

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition wanted = lock.newCondition();
    private final Set<C> changes = new LinkedHashSet<>();
    private final Queue<Runnable> commands = new ArrayDeque<>();
    private final Owner<C> owner;
    private final Thread thread;
    private boolean open = true;
    private boolean nudged;

    /** A thread that does not run yet; changes may be told already. */
    public StateThread(String name, Owner<C> owner) {
        this.owner = owner;
        this.thread = Thread.ofPlatform().daemon().name(name).unstarted(this::run);
    }

    /** Begins. */
    public void start() {
        thread.start();
    }

    /** Something changed; told several times before the thread comes to it, it counts once. */
    public void changed(C change) {
        lock.lock();
        try {
            changes.add(change);
            wanted.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Runs that on the thread, after what was given before. */
    public void execute(Runnable command) {
        lock.lock();
        try {
            commands.add(command);
            wanted.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Asks for a value that only the thread can give. */
    public <T> CompletableFuture<T> ask(Supplier<T> question) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        execute(() -> {
            try {
                answer.complete(question.get());
            } catch (RuntimeException e) {
                answer.completeExceptionally(e);
            }
        });
        return answer;
    }

    /** Gives the scheduler a turn although nothing changed. */
    public void nudge() {
        lock.lock();
        try {
            nudged = true;
            wanted.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Whether something waits to be taken note of. */
    public boolean busy() {
        lock.lock();
        try {
            return !changes.isEmpty() || !commands.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    private void run() {
        Duration sleep = null;
        try {
            while (await(sleep)) {
                drain();
                sleep = guarded(owner::turn);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean await(@Nullable Duration sleep) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = sleep == null ? Long.MAX_VALUE : sleep.toNanos();
            while (open && !nudged && changes.isEmpty() && commands.isEmpty() && left > 0) {
                if (sleep == null) {
                    wanted.await();
                } else {
                    left = wanted.awaitNanos(left);
                }
            }
            nudged = false;
            return open;
        } finally {
            lock.unlock();
        }
    }

    /** Takes note of everything that was told so far. On the thread only. */
    public void drain() {
        List<C> changed;
        List<Runnable> given;
        lock.lock();
        try {
            changed = new ArrayList<>(changes);
            changes.clear();
            given = new ArrayList<>(commands);
            commands.clear();
        } finally {
            lock.unlock();
        }
        for (C change : changed) {
            guarded(() -> {
                owner.note(change);
                return null;
            });
        }
        for (Runnable command : given) {
            guarded(() -> {
                command.run();
                return null;
            });
        }
    }

    private static <T> @Nullable T guarded(Supplier<@Nullable T> work) {
        try {
            return work.get();
        } catch (RuntimeException e) {
            // One object that can not be understood must not stop the scheduling of all others.
            LOG.error("the scheduler could not take note of a change", e);
            return null;
        }
    }

    /** Ends the thread. */
    @Override
    public void close() {
        lock.lock();
        try {
            open = false;
            wanted.signal();
        } finally {
            lock.unlock();
        }
    }
}
