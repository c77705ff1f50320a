package dev.turnstile.manager.cluster;

import dev.turnstile.service.informer.Backoff;
import dev.turnstile.service.thread.Loop;
import dev.turnstile.service.thread.Threads;
import dev.turnstile.vocabulary.ActiveReason;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
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

    private final String name;
    private final String origin;
    private final BooleanSupplier leads;
    private final InstantSource clock;
    private final Threads threads;
    private final RemoteConnector connector;
    private final RemoteListener listener;
    private final Lock lock;
    private final Condition woken;
    private boolean alarmed;
    private volatile @Nullable Loop loop;
    private volatile Link link;
    private volatile @Nullable RemoteSession session;
    private volatile Pulse pulse;
    private volatile KubeconfigReading wanted;
    private final AtomicInteger reconnects = new AtomicInteger();
    private @Nullable Instant downSince;
    private int failures;

    /**
     * A cluster that is not connected yet.
     *
     * @param downSince since when it was not reachable as far as its condition tells; null where it was
     */
    RemoteCluster(
            String name,
            KubeconfigReading kubeconfig,
            @Nullable Instant downSince,
            String origin,
            BooleanSupplier leads,
            InstantSource clock,
            Threads threads,
            RemoteConnector connector,
            RemoteListener listener) {
        this.name = name;
        this.wanted = kubeconfig;
        this.downSince = downSince;
        this.origin = origin;
        this.leads = leads;
        this.clock = clock;
        this.threads = threads;
        this.connector = connector;
        this.lock = threads.lock();
        this.woken = lock.newCondition();
        this.pulse = new Pulse(threads::nanoTime);
        this.listener = listener;
        this.link = new Link.Connecting(downSince == null ? clock.instant() : downSince);
    }

    void start() {
        loop = Loop.start(threads, "cluster", "cluster-" + name, Loop.Pace.USUAL, this::round);
    }

    /** Its name. */
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
                    connector.connect(usable, verb -> listener.calling(name, verb)), origin, leads, threads);
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
            // Whatever it is, the condition tells it and it is tried again: rubbish in a kubeconfig comes in many
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
        Duration delay = RECONNECT.after(failures, threads.random());
        Instant next = clock.instant().plus(delay);
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
        pulse = new Pulse(threads::nanoTime);
        link = new Link.Connected(clock.instant());
        LOG.info("cluster {} is connected", name);
        listener.linkChanged(name);
        next.workloadsOfOurs().forEach(listener::workloadChanged);
    }

    private void down(ActiveReason reason, String message) {
        Instant since = downSince == null ? clock.instant() : downSince;
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
     * answer a question either is it lost.
     */
    private void watch(Loop running, RemoteSession connected, KubeconfigReading.Usable usable)
            throws InterruptedException {
        while (running.isOpen() && wanted.equals(usable)) {
            pauseUnlessAlarmed(running, connected.problem() == null ? pulse.left() : LOOK, usable);
            if (connected.restored()) {
                // A new session has nothing of the lost future.
                throw new IllegalStateException("it has gone back to an earlier state; everything is read again");
            }
            boolean doubtful = connected.problem() != null;
            if (doubtful || pulse.due()) {
                downSince = clock.instant();
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
