package dev.turnstile.proof.thread;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Decides which thread of a world runs, and what time it is.
 *
 * <p>Every field belongs to the thread that has the baton: handing it over is the happens-before edge. Timers run on
 * the thread that is about to pass the baton on; what they do never waits.
 */
public final class Baton {
    private record Timer(long at, long sequence, Runnable action) implements Comparable<Timer> {
        @Override
        public int compareTo(Timer other) {
            int byTime = Long.compare(at, other.at);
            return byTime != 0 ? byTime : Long.compare(sequence, other.sequence);
        }
    }

    /** Nobody needs so many turns for what happens at one moment: somebody goes round in circles. */
    private static final int TURNS_AT_ONCE = 100_000;

    /**
     * Nobody computes for so long without waiting for anything: in processor time, since a busy machine takes its own.
     */
    private static final Duration LONGEST_TURN = Duration.ofSeconds(10);

    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(5);
    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private final RandomGenerator choice;
    private final List<Strand> ready = new ArrayList<>();
    /** Those that would run if their process did not stand still. */
    private final List<Strand> frozen = new ArrayList<>();

    private final PriorityQueue<Timer> timers = new PriorityQueue<>();
    private final List<Throwable> failures = new ArrayList<>();
    private final Thread driver = Thread.currentThread();
    private volatile boolean driving = true;
    private @Nullable Strand running;
    private boolean stopped;
    private long now;
    private long sequence;
    /** As seen by the driver, who does not have the baton. */
    private volatile long turns;

    private long steps;
    private long stepsBefore;

    /** A world in which nobody runs yet; for the thread that calls it. */
    public Baton(RandomGenerator choice) {
        this.choice = choice;
    }

    /** Nanoseconds since the world began. */
    public long now() {
        return now;
    }

    /** How often a thread was given the baton. */
    public long steps() {
        return steps;
    }

    /** What threads died of. */
    public List<Throwable> failures() {
        return failures;
    }

    /** Has that done after that time. */
    public void after(Duration delay, Runnable action) {
        at(now + Math.max(0, delay.toNanos()), action);
    }

    void at(long time, Runnable action) {
        timers.add(new Timer(time, sequence++, action));
    }

    /** Has the world stand still as soon as the thread that runs waits. */
    public void stop() {
        stopped = true;
    }

    /** Lets the world go on for that time, or until it is stopped. */
    public void run(Duration time) {
        stopped = false;
        long until = now + time.toNanos();
        at(until, this::stop);
        Strand first = next();
        if (first != null) {
            driving = false;
            hand(first);
            awaitEnd();
        }
        running = null;
    }

    private void awaitEnd() {
        long seen = turns;
        long since = SYSTEM.getProcessCpuTime();
        while (!driving) {
            LockSupport.parkNanos(this, BETWEEN_LOOKS.toNanos());
            if (turns != seen) {
                seen = turns;
                since = SYSTEM.getProcessCpuTime();
            } else if (SYSTEM.getProcessCpuTime() - since >= LONGEST_TURN.toNanos() && !driving) {
                throw new IllegalStateException(
                        "%s has run for %s without waiting for anything".formatted(running, LONGEST_TURN));
            }
        }
    }

    /** Runs the threads that are ready, without letting time pass: threads of processes that were killed end. */
    public void settle() {
        run(Duration.ZERO);
    }

    void started(Strand strand) {
        ready.add(strand);
    }

    void ready(Strand strand) {
        ready.add(strand);
    }

    /** The threads of that process go on, if it does not stand still any more. */
    void thaw(ServiceProcess process) {
        if (process.frozenUntil() <= now) {
            for (Strand strand : List.copyOf(frozen)) {
                if (strand.process() == process) {
                    frozen.remove(strand);
                    ready.add(strand);
                }
            }
        }
    }

    Strand running() {
        Strand strand = running;
        if (strand == null || !strand.thread().equals(Thread.currentThread())) {
            throw new IllegalStateException("only a thread of the world waits here, not "
                    + Thread.currentThread().getName());
        }
        return strand;
    }

    /** The thread that runs waits; it returns when it has the baton again. */
    void pass(Strand self) {
        Strand next = next();
        if (next == self) {
            return;
        }
        self.lose();
        if (next == null) {
            backToDriver();
        } else {
            hand(next);
        }
        self.park();
    }

    /** The thread that runs has ended. */
    void end(Strand self, @Nullable Throwable failure) {
        if (failure != null) {
            failures.add(new IllegalStateException("thread " + self + " died", failure));
            stopped = true;
        }
        Strand next = next();
        if (next == null) {
            backToDriver();
        } else {
            hand(next);
        }
    }

    private void backToDriver() {
        driving = true;
        LockSupport.unpark(driver);
    }

    private void hand(Strand next) {
        running = next;
        steps++;
        turns = steps;
        if (steps - stepsBefore > TURNS_AT_ONCE && !stopped) {
            failures.add(new IllegalStateException(next + " runs again and again, and no time passes"));
            stopped = true;
        }
        next.take();
    }

    /** The thread that runs next, after time has passed as far as is needed; null where the world is to stand still. */
    private @Nullable Strand next() {
        while (true) {
            if (!ready.isEmpty()) {
                int index = ready.size() == 1 ? 0 : choice.nextInt(ready.size());
                Strand chosen = ready.get(index);
                ready.set(index, ready.getLast());
                ready.removeLast();
                ServiceProcess process = chosen.process();
                if (process.frozenUntil() > now) {
                    frozen.add(chosen);
                    at(process.frozenUntil(), () -> thaw(process));
                    continue;
                }
                return chosen;
            }
            if (stopped) {
                return null;
            }
            Timer timer = timers.poll();
            if (timer == null) {
                return null;
            }
            if (timer.at() > now) {
                now = timer.at();
                stepsBefore = steps;
            }
            try {
                timer.action().run();
            } catch (RuntimeException | Error e) {
                // It runs on whatever thread waits just now, whose failure it is not.
                failures.add(e);
                stopped = true;
            }
        }
    }
}
