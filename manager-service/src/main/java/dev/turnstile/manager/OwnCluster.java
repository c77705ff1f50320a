package dev.turnstile.manager;

import dev.turnstile.manager.check.Fleet;
import dev.turnstile.model.config.Configuration;
import dev.turnstile.service.apply.EventRecorder;
import dev.turnstile.service.apply.EventTarget;
import dev.turnstile.service.apply.Leadership;
import dev.turnstile.service.apply.ObjectWriter;
import dev.turnstile.service.informer.ApiConnection;
import dev.turnstile.service.informer.Readers;
import dev.turnstile.service.informer.Unreadable;
import dev.turnstile.service.thread.Threads;
import dev.turnstile.vocabulary.Component;
import dev.turnstile.vocabulary.EventReason;
import java.time.Clock;

/** The manager's own cluster: what is read there, whether this instance may write there, and with what it writes. */
final class OwnCluster implements AutoCloseable {
    private final ApiConnection connection;
    private final Threads threads;
    private final ManagerStores stores;
    private final Fleet fleet;

    /** Reads into the stores; has threads of its own. */
    private final Readers readers = new Readers();

    /** Runs for the lease on a thread of its own. */
    private final Leadership leadership;

    private final ObjectWriter writer;

    /** Publishes on a thread of its own. */
    private final EventRecorder events;

    /** One that is not read yet; {@code start} is the configuration of the process's start. */
    OwnCluster(ApiConnection connection, Configuration start, String identity, Clock clock, Threads threads) {
        this.connection = connection;
        this.threads = threads;
        stores = ManagerStores.empty(start.namespace());
        readers.add(stores.all());
        fleet = new Fleet(stores.checks(), stores.configs(), stores.clusters());
        leadership = new Leadership(
                start.leaderElection(),
                start.namespace(),
                start.leaderElection().resourceName() + "-manager",
                identity,
                clock);
        writer = new ObjectWriter(connection, this::active, threads);
        events = new EventRecorder(connection, clock, leadership::leading, threads, identity);
    }

    /**
     * Starts to read, and to run for the lease or, without leader election, to lead.
     *
     * @param whole is run once everything was read
     * @param leads is run when this instance begins to lead
     */
    void start(Runnable whole, Runnable leads) {
        leadership.start(connection, threads, readers::reread, leads);
        readers.start(connection, threads, whole, this::reportUnreadable);
    }

    private void reportUnreadable(Unreadable skipped) {
        events.warnOnce(
                EventTarget.of(skipped),
                Component.WORKLOAD_CONTROLLER.text(),
                EventReason.UNREADABLE.text(),
                skipped.toString());
    }

    /** Whether this instance writes: it holds the lease, and has read what its predecessor wrote. */
    boolean active() {
        return leadership.leading() && readers.current();
    }

    ApiConnection connection() {
        return connection;
    }

    ManagerStores stores() {
        return stores;
    }

    Fleet fleet() {
        return fleet;
    }

    Readers readers() {
        return readers;
    }

    Leadership leadership() {
        return leadership;
    }

    ObjectWriter writer() {
        return writer;
    }

    EventRecorder events() {
        return events;
    }

    /** Gives the lease back. */
    void resign() {
        leadership.close();
    }

    @Override
    public void close() {
        events.close();
        readers.close();
    }
}
