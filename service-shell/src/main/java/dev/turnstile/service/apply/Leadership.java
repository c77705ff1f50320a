package dev.turnstile.service.apply;

import dev.turnstile.model.config.LeaderElection;
import dev.turnstile.service.informer.ApiConnection;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.thread.Loop;
import dev.turnstile.service.thread.Threads;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Whether this instance leads: always without leader election, else while it holds the lease. */
public final class Leadership implements AutoCloseable {
    private final LeaderElection election;
    private final ObjectKey lease;
    private final String identity;
    private final InstantSource clock;
    private volatile boolean leading;
    private volatile @Nullable LeaderLease held;

    /** One that does not run for the lease yet. The configuration may name another namespace than this one. */
    public Leadership(LeaderElection election, String namespace, String lease, String identity, InstantSource clock) {
        this.election = election;
        this.lease =
                new ObjectKey(election.resourceNamespace().isEmpty() ? namespace : election.resourceNamespace(), lease);
        this.identity = identity;
        this.clock = clock;
    }

    /**
     * Begins to run for the lease.
     *
     * @param reads begins to read what others may have written, whenever the lease is won; is done when that was read
     * @param won is called after that
     */
    public void start(ApiConnection connection, Threads threads, Supplier<CompletableFuture<?>> reads, Runnable won) {
        if (!election.leaderElect()) {
            leading = true;
            return;
        }
        held = LeaderLease.start(
                connection,
                threads,
                lease,
                identity,
                new LeaderLease.Times(election.leaseDuration(), election.renewDeadline(), election.retryPeriod()),
                clock,
                now -> {
                    if (now) {
                        // In this order: nobody leads by what was read before.
                        CompletableFuture<?> read = reads.get();
                        leading = true;
                        var _ = read.thenRun(() -> Loop.untilDone(threads, "lease-won", won));
                    } else {
                        leading = false;
                    }
                });
    }

    /** Whether it leads now. */
    public boolean leading() {
        LeaderLease running = held;
        return leading && (running == null || running.leads());
    }

    /** Which of the replicas this is: {@code standalone}, {@code leader} or {@code follower}. */
    public String role() {
        if (!election.leaderElect()) {
            return "standalone";
        }
        return leading() ? "leader" : "follower";
    }

    /** Gives the lease back. */
    @Override
    public void close() {
        LeaderLease running = held;
        if (running != null) {
            running.close();
        }
        leading = false;
    }
}
