package dev.turnstile.manager.cluster;

import dev.turnstile.service.informer.Backoff;
import dev.turnstile.service.thread.Loop;
import dev.turnstile.vocabulary.ActiveReason;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A worker cluster, connected for as long as it can be. One virtual thread connects, waits until the connection is
 * lost, and connects again with growing, spread delays; new credentials are tried at once.
 */
public final class RemoteCluster implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RemoteCluster.class);

    private static final Backoff RECONNECT = new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(320));

    private static final Duration LONG = Duration.ofDays(1);
    private static final Duration LOOK = Duration.ofMillis(500);
    private static final Duration READ_PATIENCE = Duration.ofSeconds(60);
    private static final Duration FIRST_ANSWER = Duration.ofSeconds(10);
    private static final Duration LONGEST_UNREADABLE = Duration.ofSeconds(60);

    private final String name;
    private final RemoteAccess access;
    private final RemoteListener listener;

    /** Guards {@link #alarmed}; the cluster's thread waits on {@link #woken} between two looks. */
    private final Lock lock;

    private final Condition woken;

    /** Something is in the way of reading since the last look. Under the lock. */
    private boolean alarmed;

    /** The cluster's thread; null until it is started, once. */
    private volatile @Nullable Loop loop;

    /** How we stand with it. Written by the cluster's thread, read by any. */
    private volatile Link link;

    /** The connection, or the last one; null where there never was one. Written by the cluster's thread. */
    private volatile @Nullable RemoteSession session;

    /** How long the present connection takes to answer. Replaced by the cluster's thread. */
    private volatile Pulse pulse;

    /** The credentials to use. Written under the lock by the thread that read them, read by the cluster's thread. */
    private volatile KubeconfigReading wanted;

    /** How often it was connected again. Counted by the cluster's thread. */
    private final AtomicInteger reconnects = new AtomicInteger();

    /** Since when it does not answer; null while it does. The cluster's thread alone. */
    private @Nullable Instant downSince;

    /** How often in a row it could not be connected. The cluster's thread alone. */
    private int failures;

    /**
     * A cluster that is not connected yet.
     *
     * @param downSince since when it was not reachable as far as its condition says; null where it was
     */
    RemoteCluster(
            String name,
            KubeconfigReading kubeconfig,
            @Nullable Instant downSince,
            RemoteAccess access,
            RemoteListener listener) {
        this.name = name;
        this.wanted = kubeconfig;
        this.downSince = downSince;
        this.access = access;
        this.lock = access.threads().lock();
        this.woken = lock.newCondition();
        this.pulse = new Pulse(access.threads()::nanoTime);
        this.listener = listener;
        this.link = new Link.Connecting(downSince == null ? access.clock().instant() : downSince);
    }

    void start() {
        loop = Loop.start(access.threads(), "cluster", "cluster-" + name, Loop.Pace.USUAL, this::round);
    }

    public String name() {
        return name;
    }

    /** How we stand with it. */
    public Link link() {
        return link;
    }

    /** The connection, or the last one; null where there never was one. */
    public @Nullable RemoteSession session() {
        return session;
    }

    /** How long it takes to answer; empty where it is not connected, or was not asked yet. */
    public Optional<Duration> lag() {
        return link.connected() ? pulse.lag() : Optional.empty();
    }

    /** How often it was connected again. */
    public int reconnects() {
        return reconnects.get();
    }

    /** Uses these credentials from now on; does nothing where they are the same. */
    void use(KubeconfigReading kubeconfig) {
        lock.lock();
        try {
            if (!kubeconfig.equals(wanted)) {
                wanted = kubeconfig;
                woken.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    private void round(Loop running) throws InterruptedException {
        KubeconfigReading now = wanted;
        switch (now) {
            case KubeconfigReading.Refused refused -> {
                failures = 0;
                down(refused.reason(), refused.message());
                pause(running, LONG, now);
            }
            case KubeconfigReading.Usable usable -> attempt(running, usable);
        }
    }

    /** Connects and stays connected for as long as it lasts. */
    private void attempt(Loop running, KubeconfigReading.Usable usable) throws InterruptedException {
        try {
            RemoteSession next = new RemoteSession(
                    access.connector().connect(usable, verb -> listener.calling(name, verb)),
                    access.origin(),
                    access.leads(),
                    access.threads());
            try {
                next.probe(FIRST_ANSWER);
                next.open(listener, this::alarm, READ_PATIENCE);
            } catch (RuntimeException | InterruptedException e) {
                next.close();
                throw e;
            }
            connected(next);
            failures = 0;
            watch(running, next, usable);
        } catch (RuntimeException e) {
            // Whatever it is, the condition says it and it is tried again: rubbish in a kubeconfig comes in many
            // forms.
            failures++;
            failed(running, usable, e);
        }
        if (!wanted.equals(usable)) {
            failures = 0;
        }
    }

    private void failed(Loop running, KubeconfigReading.Usable usable, RuntimeException cause)
            throws InterruptedException {
        Duration delay = RECONNECT.after(failures, access.threads().random());
        Instant next = access.clock().instant().plus(delay);
        down(ActiveReason.CLIENT_CONNECTION_FAILED, ConnectionWords.failed(usable.server(), cause, failures, next));
        pause(running, delay, usable);
    }

    private void connected(RemoteSession next) {
        RemoteSession before = session;
        session = next;
        if (before != null) {
            before.close();
            reconnects.incrementAndGet();
        }
        downSince = null;
        pulse = new Pulse(access.threads()::nanoTime);
        link = new Link.Connected(access.clock().instant());
        LOG.info("cluster {} is connected", name);
        listener.linkChanged(name);
        next.workloadsOfOurs().forEach(listener::workloadChanged);
    }

    private void down(ActiveReason reason, String message) {
        Instant since = downSince == null ? access.clock().instant() : downSince;
        downSince = since;
        boolean news = !(link instanceof Link.Down);
        link = new Link.Down(since, reason, message);
        RemoteSession last = session;
        if (last != null) {
            // What it has read stays to be looked at; nobody asks the cluster with it any more.
            last.abandon();
        }
        if (news) {
            LOG.warn("cluster {} is not connected: {}", name, message);
        }
        listener.linkChanged(name);
    }

    /**
     * Returns when other credentials are wanted; throws when the cluster does not answer any more. A watch that broke
     * is resumed by its reflector, and one that is silent looks like a quiet one: only where the cluster does not
     * answer a question either is it lost. One that answers that question, but lets nobody read what became of our
     * workloads, is lost as well: after a minute, which is more than an API server takes to restart.
     */
    private void watch(Loop running, RemoteSession connected, KubeconfigReading.Usable usable)
            throws InterruptedException {
        long readableAt = access.threads().nanoTime();
        while (running.isOpen() && wanted.equals(usable)) {
            pauseUnlessAlarmed(running, connected.problem() == null ? pulse.left() : LOOK, usable);
            if (connected.restored()) {
                // A new session has nothing of the lost future.
                throw new IllegalStateException("it has gone back to an earlier state; everything is read again");
            }
            String problem = connected.problem();
            boolean doubtful = problem != null;
            long now = access.threads().nanoTime();
            readableAt = doubtful ? readableAt : now;
            if (now - readableAt > LONGEST_UNREADABLE.toNanos()) {
                throw new IllegalStateException("it answers, but its objects cannot be read: " + problem);
            }
            if (doubtful || pulse.due()) {
                downSince = access.clock().instant();
                pulse.check(connected::probe, doubtful);
                downSince = null;
            }
        }
    }

    /** Something is in the way of reading. */
    private void alarm() {
        lock.lock();
        try {
            alarmed = true;
            woken.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void pauseUnlessAlarmed(Loop running, Duration time, KubeconfigReading unlessOtherThan)
            throws InterruptedException {
        pause(running, time, () -> {
            boolean over = alarmed || !wanted.equals(unlessOtherThan);
            alarmed = false;
            return over;
        });
    }

    private void pause(Loop running, Duration time, KubeconfigReading unlessOtherThan) throws InterruptedException {
        pause(running, time, () -> !wanted.equals(unlessOtherThan));
    }

    private void pause(Loop running, Duration time, BooleanSupplier over) throws InterruptedException {
        var _ = running.idle(() -> {
            lock.lockInterruptibly();
            try {
                long rest = time.toNanos();
                while (rest > 0 && !over.getAsBoolean()) {
                    rest = woken.awaitNanos(rest);
                }
                return rest;
            } finally {
                lock.unlock();
            }
        });
    }

    /** Ends; what was read can still be looked at. */
    @Override
    public void close() {
        Loop running = loop;
        if (running != null) {
            running.close(Duration.ofSeconds(5));
        }
        RemoteSession last = session;
        if (last != null) {
            last.close();
        }
    }
}
