package dev.turnstile.embedded.fault;

import java.time.Duration;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The faults of one cluster, each switched on and off while the cluster runs. Shares are between 0 and 1; which request
 * is affected is drawn from the seed, in the order in which requests arrive. Controllers inside the process are not
 * affected: they stand for the cluster's own.
 */
public final class Faults {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Set<Runnable> watches = ConcurrentHashMap.newKeySet();
    private final ServerControl server;
    private Random random;
    private double conflicts;
    private double errors;
    private double throttled;
    private int retryAfterSeconds = 1;
    private Duration latency = Duration.ZERO;
    private Duration jitter = Duration.ZERO;
    private boolean stalled;
    private final Set<String> stalledKinds = new HashSet<>();
    private boolean partitioned;
    private long partition;

    /** Operations of the server that faults need. */
    public interface ServerControl {
        void compact();

        /** Closes all connections and the port for that long; the objects stay. */
        void restart(Duration away);

        /** Closes all connections and the port. */
        void leave();

        /** Opens the same port again after {@link #leave}. */
        void comeBack();
    }

    public Faults(long seed, ServerControl server) {
        this.random = new Random(seed);
        this.server = server;
    }

    /** Restarts the sequence of random choices. */
    public void seed(long seed) {
        set(() -> random = new Random(seed));
    }

    /** This share of updates, patches and status writes is answered with 409 Conflict. */
    public void conflicts(double share) {
        double checked = share(share);
        set(() -> conflicts = checked);
    }

    /** This share of requests is answered with 500. */
    public void errors(double share) {
        double checked = share(share);
        set(() -> errors = checked);
    }

    /** This share of requests is answered with 429 and Retry-After. */
    public void throttle(double share, int newRetryAfterSeconds) {
        double checked = share(share);
        if (newRetryAfterSeconds < 1) {
            throw new IllegalArgumentException(
                    "Retry-After of " + newRetryAfterSeconds + " s: give at least one second");
        }
        set(() -> {
            throttled = checked;
            retryAfterSeconds = newRetryAfterSeconds;
        });
    }

    /** Every request waits this long, and up to the jitter longer. */
    public void latency(Duration newLatency, Duration newJitter) {
        if (newLatency.isNegative() || newJitter.isNegative()) {
            throw new IllegalArgumentException(
                    "latency " + newLatency + " with jitter " + newJitter + ": neither can be negative");
        }
        set(() -> {
            latency = newLatency;
            jitter = newJitter;
        });
    }

    /** Cuts all watches that are open now. */
    public void dropWatches() {
        watches.forEach(Runnable::run);
    }

    /** Open watches stay open without events until this is switched off; then they continue where they were. */
    public void stallWatches(boolean on) {
        set(() -> stalled = on);
    }

    /**
     * As {@link #stallWatches(boolean)}, for the watches of one kind, named as in paths: {@code jobs}. What a client
     * observes of other kinds runs ahead of it.
     */
    public void stallWatches(String kind, boolean on) {
        set(() -> {
            var _ = on ? stalledKinds.add(kind) : stalledKinds.remove(kind);
        });
    }

    /** Drops all history: watches from older versions get 410 Expired. */
    public void compact() {
        server.compact();
    }

    /** No request gets through in either direction; when the partition ends, connections from before it are closed. */
    public void partition(boolean on) {
        if (!on) {
            // Before the watches wake up: a watch from before the partition must be closed when it ends.
            dropWatchesIfPartitioned();
        }
        set(() -> {
            partitioned = on;
            partition++;
        });
    }

    private void dropWatchesIfPartitioned() {
        lock.lock();
        try {
            if (partitioned) {
                dropWatches();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Makes the API unreachable, then reachable again. Returns when it is reachable. */
    public void restart(Duration away) {
        dropWatches();
        server.restart(away);
    }

    /** Makes the API unreachable until {@link #comeBack}. */
    public void leave() {
        dropWatches();
        server.leave();
    }

    /** Makes the API reachable again. */
    public void comeBack() {
        server.comeBack();
    }

    public void clear() {
        set(() -> {
            conflicts = 0;
            errors = 0;
            throttled = 0;
            latency = Duration.ZERO;
            jitter = Duration.ZERO;
            stalled = false;
            stalledKinds.clear();
        });
        partition(false);
    }

    /** Decides what happens to a request; blocks for as long as latency and partition require. */
    public FaultDecision decide(boolean conflictable) {
        long wait;
        FaultDecision verdict;
        lock.lock();
        try {
            if (partitioned) {
                long mine = partition;
                while (partitioned && partition == mine) {
                    changed.awaitUninterruptibly();
                }
                return new FaultDecision.Cut();
            }
            wait = latency.toNanos() + (jitter.isZero() ? 0 : random.nextLong(jitter.toNanos() + 1));
            verdict = choose(conflictable);
        } finally {
            lock.unlock();
        }
        if (wait > 0) {
            pause(wait);
        }
        return verdict;
    }

    private FaultDecision choose(boolean conflictable) {
        if (conflicts == 0 && errors == 0 && throttled == 0) {
            return new FaultDecision.Serve();
        }
        double drawn = random.nextDouble();
        if (drawn < throttled) {
            return new FaultDecision.Throttle(retryAfterSeconds);
        }
        if (drawn < throttled + errors) {
            return new FaultDecision.Fail();
        }
        if (conflictable && drawn < throttled + errors + conflicts) {
            return new FaultDecision.ReportConflict();
        }
        return new FaultDecision.Serve();
    }

    /** Blocks the thread of a watch of that kind while such watches are stalled or partitioned. */
    public void awaitUnstalled(String kind) {
        lock.lock();
        try {
            while (stalled || partitioned || stalledKinds.contains(kind)) {
                changed.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Registers a watch for {@link #dropWatches}, until {@link #unregisterWatch}. */
    public void registerWatch(Runnable cut) {
        watches.add(cut);
    }

    public void unregisterWatch(Runnable cut) {
        watches.remove(cut);
    }

    private void set(Runnable change) {
        lock.lock();
        try {
            change.run();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private static void pause(long nanos) {
        try {
            TimeUnit.NANOSECONDS.sleep(nanos);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static double share(double share) {
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException("share of faulty requests " + share + ": give a number between 0 and 1");
        }
        return share;
    }
}
