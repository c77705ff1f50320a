package dev.turnstile.manager.cluster;

import dev.turnstile.service.informer.Backoff;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
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

    private static final Duration LOOK = Duration.ofMillis(500);
    private static final Duration READ_PATIENCE = Duration.ofSeconds(60);
    private static final Duration FIRST_ANSWER = Duration.ofSeconds(10);

    private final String name;
    private final String origin;
    private final BooleanSupplier leads;
    private final InstantSource clock;
    private final RandomGenerator random;
    private final RemoteListener listener;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition woken = lock.newCondition();
    private final Thread thread;
    private volatile Link link;
    private volatile @Nullable RemoteSession session;
    private volatile Pulse pulse = new Pulse(System::nanoTime);
    private volatile KubeconfigReading wanted;
    private volatile boolean open = true;
    private final AtomicInteger reconnects = new AtomicInteger();
    private @Nullable Instant downSince;

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
            RandomGenerator random,
            RemoteListener listener) {
        this.name = name;
        this.wanted = kubeconfig;
        this.downSince = downSince;
        this.origin = origin;
        this.leads = leads;
        this.clock = clock;
        this.random = random;
        this.listener = listener;
        this.link = new Link.Connecting(downSince == null ? clock.instant() : downSince);
        this.thread = Thread.ofVirtual().name("cluster-" + name).unstarted(this::run);
    }

    void start() {
        thread.start();
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

    private void run() {
        int failures = 0;
        try {
            while (open) {
                KubeconfigReading now = wanted;
                switch (now) {
                    case KubeconfigReading.Refused refused -> {
                        down(refused.reason(), refused.message());
                        pause(Duration.ofDays(1), now);
                        failures = 0;
                    }
                    case KubeconfigReading.Usable usable -> failures = attempt(usable, failures);
                }
            }
        } catch (InterruptedException e) {
            LOG.debug("cluster {} is no longer used", name);
        }
        RemoteSession last = session;
        if (last != null) {
            last.close();
        }
    }

    /** Connects and stays connected for as long as it lasts; how many attempts have failed in a row by then. */
    private int attempt(KubeconfigReading.Usable usable, int failures) throws InterruptedException {
        int count = failures;
        try {
            RemoteSession next = new RemoteSession(usable, origin, leads, random, verb -> listener.calling(name, verb));
            try {
                next.probe(FIRST_ANSWER);
                next.open(listener, READ_PATIENCE);
            } catch (RuntimeException | InterruptedException e) {
                next.close();
                throw e;
            }
            connected(next);
            count = 0;
            watch(next, usable);
            return 0;
        } catch (RuntimeException e) {
            // Whatever it is, the condition tells it and it is tried again: rubbish in a kubeconfig comes in many
            // forms.
            count++;
            failed(usable, e, count);
        }
        return wanted.equals(usable) ? count : 0;
    }

    private void failed(KubeconfigReading.Usable usable, RuntimeException cause, int count)
            throws InterruptedException {
        Duration delay = RECONNECT.after(count, random);
        Instant next = clock.instant().plus(delay);
        down(ClusterReasons.CLIENT_CONNECTION_FAILED, ConnectionWords.failed(usable.server(), cause, count, next));
        pause(delay, usable);
    }

    private void connected(RemoteSession next) {
        RemoteSession before = session;
        session = next;
        if (before != null) {
            before.close();
            reconnects.incrementAndGet();
        }
        downSince = null;
        pulse = new Pulse(System::nanoTime);
        link = new Link.Connected(clock.instant());
        LOG.info("cluster {} is connected", name);
        listener.linkChanged(name);
        next.workloadsOfOurs().forEach(listener::workloadChanged);
    }

    private void down(String reason, String message) {
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
    private void watch(RemoteSession connected, KubeconfigReading.Usable usable) throws InterruptedException {
        while (open && wanted.equals(usable)) {
            pause(LOOK, usable);
            boolean doubtful = connected.problem() != null;
            if (doubtful || pulse.due()) {
                downSince = clock.instant();
                pulse.check(connected::probe, doubtful);
                downSince = null;
            }
        }
    }

    private void pause(Duration time, KubeconfigReading unlessOtherThan) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long rest = time.toNanos();
            while (open && rest > 0 && wanted.equals(unlessOtherThan)) {
                rest = woken.awaitNanos(rest);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Ends; what was read can still be looked at. */
    @Override
    public void close() {
        open = false;
        thread.interrupt();
        try {
            thread.join(TimeUnit.SECONDS.toMillis(5));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
