package dev.turnstile.worker;

import dev.turnstile.model.config.Configuration;
import dev.turnstile.service.apply.LeaderLease;
import dev.turnstile.service.informer.ApiConnection;
import dev.turnstile.service.informer.ObjectKey;
import java.time.Clock;
import org.jspecify.annotations.Nullable;

/** Whether this instance leads: always without leader election, else while it holds the lease. */
final class Leadership implements AutoCloseable {
    private final Configuration configuration;
    private final String identity;
    private final Clock clock;
    private volatile boolean leading;
    private volatile @Nullable LeaderLease lease;

    Leadership(Configuration configuration, String identity, Clock clock) {
        this.configuration = configuration;
        this.identity = identity;
        this.clock = clock;
    }

    /** Begins to run for the lease; {@code won} is called whenever it is won. */
    void start(ApiConnection connection, Runnable won) {
        var election = configuration.leaderElection();
        if (!election.leaderElect()) {
            leading = true;
            return;
        }
        String namespace =
                election.resourceNamespace().isEmpty() ? configuration.namespace() : election.resourceNamespace();
        lease = LeaderLease.start(
                connection,
                new ObjectKey(namespace, election.resourceName()),
                identity,
                new LeaderLease.Times(election.leaseDuration(), election.renewDeadline(), election.retryPeriod()),
                clock,
                now -> {
                    leading = now;
                    if (now) {
                        won.run();
                    }
                });
    }

    /** Whether replicas agree on who leads. */
    boolean elected() {
        return configuration.leaderElection().leaderElect();
    }

    boolean leading() {
        LeaderLease held = lease;
        return leading && (held == null || held.leads());
    }

    /** Gives the lease back. */
    @Override
    public void close() {
        LeaderLease held = lease;
        if (held != null) {
            held.close();
        }
        leading = false;
    }
}
