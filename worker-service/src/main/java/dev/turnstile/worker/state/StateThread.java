package dev.turnstile.worker.state;

import dev.turnstile.service.thread.Loop;
import dev.turnstile.service.thread.Threads;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The thread that owns the state. Takes note of what changed, runs what it is given, and when neither is left gives the
 * turn to the scheduler, which says how long it may sleep at most.
 */
public final class StateThread<C> implements Inbox, AutoCloseable {
    private static final Duration RETRY = Duration.ofSeconds(1);

    /** What the thread does; all of it runs on the thread. */
    public interface Owner<C> {
        /** Takes note of a change. */
        void note(C change);

        /**
         * Nothing is left to take note of. Returns how long to sleep if nothing happens, or null: until it does.
         *
         * @param inbox what happens during the turn
         */
        @Nullable
        Duration turn(Inbox inbox);
    }

    private final Threads threads;
    private final String name;
    private final Lock lock;
    private final Condition wanted;
    /** What changed and was not noted yet. Under the lock. */
    private final Set<C> changes = new LinkedHashSet<>();
    /** What is to run on the thread. Under the lock. */
    private final Queue<Runnable> commands = new ArrayDeque<>();
    /** What reads the state between two changes. Under the lock. */
    private final Queue<Runnable> questions = new ArrayDeque<>();
    /** What is to run once the thread has come to rest. Under the lock. */
    private final Queue<Runnable> inspections = new ArrayDeque<>();

    private final Owner<C> owner;
    /** Changes that could not be noted. The thread's own. */
    private final Set<C> failed = new LinkedHashSet<>();
    /** When a change could not be noted last. The thread's own. */
    private long failedAt;
    /** Until when the thread sleeps if nothing happens, or null: until it does. The thread's own. */
    private @Nullable Long wakeAt;
    /** The running thread; null before it was started. Set once. */
    private volatile @Nullable Loop loop;
    /** False once the thread is to end. Under the lock. */
    private boolean open = true;

    /** A thread that does not run yet; changes may be told already. */
    public StateThread(Threads threads, String name, Owner<C> owner) {
        this.threads = threads;
        this.name = name;
        this.lock = threads.lock();
        this.wanted = lock.newCondition();
        this.owner = owner;
    }

    /** Begins. */
    public void start() {
        loop = Loop.startComputing(threads, name, Loop.Pace.USUAL, this::round);
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

    /** Runs that on the thread, and reports when that was done. */
    public CompletableFuture<?> perform(Runnable command) {
        CompletableFuture<Boolean> done = new CompletableFuture<>();
        execute(answering(done, () -> {
            command.run();
            return true;
        }));
        return done;
    }

    /**
     * Reads the state between two changes, after those that came before. The scheduler gets no turn for it: a scrape
     * that repairs what was forgotten hides a defect, and a question costs no cycle.
     */
    public <T> CompletableFuture<T> ask(Supplier<T> question) {
        return read(questions, question);
    }

    /** As {@link #ask}, once the thread has come to rest. */
    public <T> CompletableFuture<T> inspect(Supplier<T> question) {
        return read(inspections, question);
    }

    private <T> CompletableFuture<T> read(Queue<Runnable> when, Supplier<T> question) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        lock.lock();
        try {
            when.add(answering(answer, question));
            wanted.signal();
        } finally {
            lock.unlock();
        }
        return answer;
    }

    private static <T> Runnable answering(CompletableFuture<T> answer, Supplier<T> question) {
        return () -> {
            try {
                answer.complete(question.get());
            } catch (RuntimeException | Error e) {
                answer.completeExceptionally(e);
            }
        };
    }

    @Override
    public boolean busy() {
        lock.lock();
        try {
            return !changes.isEmpty() || !commands.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /** Whether the owner has a turn even if nothing happens, now or at some time. On the thread only. */
    public boolean wakes() {
        return wakeAt != null || busy();
    }

    private void round(Loop running) throws InterruptedException {
        if (!Boolean.TRUE.equals(running.idle(this::await))) {
            running.end();
            return;
        }
        try {
            Long due = wakeAt;
            if (busy() || (due != null && due - threads.nanoTime() <= 0)) {
                turn();
            }
        } finally {
            answer();
        }
    }

    private void turn() {
        // Where the turn fails it comes again: what it was to decide on is still there.
        wakeAt = threads.nanoTime();
        drain();
        Duration sleep = owner.turn(this);
        boolean sooner = !failed.isEmpty() && (sleep == null || sleep.compareTo(RETRY) > 0);
        Duration atMost = sooner ? RETRY : sleep;
        wakeAt = atMost == null ? null : threads.nanoTime() + atMost.toNanos();
    }

    private void answer() {
        List<Runnable> asked;
        lock.lock();
        try {
            // A question after a change is answered once that was noted.
            asked = changes.isEmpty() && commands.isEmpty() ? takeAll(questions) : new ArrayList<>();
            asked.addAll(takeAll(inspections));
        } finally {
            lock.unlock();
        }
        asked.forEach(Runnable::run);
    }

    private static <T> List<T> takeAll(Collection<T> some) {
        List<T> taken = new ArrayList<>(some);
        some.clear();
        return taken;
    }

    private boolean await() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            Long due = wakeAt;
            long left = due == null ? Long.MAX_VALUE : due - threads.nanoTime();
            while (open && !busy() && questions.isEmpty() && inspections.isEmpty() && left > 0) {
                if (due == null) {
                    wanted.await();
                } else {
                    left = wanted.awaitNanos(left);
                }
            }
            return open;
        } finally {
            lock.unlock();
        }
    }

    /** On the thread only. */
    @Override
    public void drain() {
        List<C> changed;
        List<Runnable> given;
        List<Runnable> asked;
        lock.lock();
        try {
            changed = takeAll(changes);
            given = takeAll(commands);
            asked = takeAll(questions);
        } finally {
            lock.unlock();
        }
        if (threads.nanoTime() - failedAt >= RETRY.toNanos()) {
            changed.addAll(failed);
            failed.clear();
        }
        for (C change : changed) {
            if (!guarded(change, () -> owner.note(change))) {
                failed.add(change);
                failedAt = threads.nanoTime();
            }
        }
        for (Runnable command : given) {
            var _ = guarded("what it was given", command);
        }
        asked.forEach(Runnable::run);
    }

    /** One object that cannot be understood must not stop the scheduling of all others. */
    private boolean guarded(Object what, Runnable work) {
        try {
            work.run();
            return true;
        } catch (RuntimeException e) {
            Loop running = loop;
            if (running != null) {
                running.failedPart(String.valueOf(what), e);
            }
            return false;
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
