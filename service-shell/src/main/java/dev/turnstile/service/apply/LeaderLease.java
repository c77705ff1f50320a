package dev.turnstile.service.apply;

import dev.turnstile.service.informer.ApiConnection;
import dev.turnstile.service.informer.ApiResource;
import dev.turnstile.service.informer.ApiStatusException;
import dev.turnstile.service.informer.ObjectKey;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Agrees with other instances, by a Lease, on who writes.
 *
 * <p>The leader renews the Lease; the others take it over once it was not renewed for its duration, by their own
 * clocks. A leader that can not renew stops to lead before the others may take over. On an orderly end the Lease is
 * given back, so that the next one need not wait.
 */
public final class LeaderLease implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LeaderLease.class);
    private static final DateTimeFormatter MICROS =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'", Locale.ROOT);
    private static final ApiResource LEASE = new ApiResource("coordination.k8s.io/v1", "Lease", "leases", true);

    /** How long each thing takes. */
    public record Times(Duration lease, Duration renewWithin, Duration retry) {}

    private record Seen(String holder, String renewed, long at) {}

    private final ApiConnection connection;
    private final ObjectKey key;
    private final String identity;
    private final Times times;
    private final InstantSource clock;
    private final LongSupplier nanoTime;
    private final Consumer<Boolean> leads;
    private final Thread thread;
    private volatile boolean open = true;
    private boolean leading;
    private long renewedAt;
    private @Nullable Seen seen;
    private @Nullable String trouble;
    private @Nullable String toldTrouble;

    /** Begins to run for the Lease; {@code leads} hears of every change. */
    public static LeaderLease start(
            ApiConnection connection,
            ObjectKey key,
            String identity,
            Times times,
            InstantSource clock,
            Consumer<Boolean> leads) {
        LeaderLease lease = new LeaderLease(connection, key, identity, times, clock, System::nanoTime, leads);
        lease.thread.start();
        return lease;
    }

    private LeaderLease(
            ApiConnection connection,
            ObjectKey key,
            String identity,
            Times times,
            InstantSource clock,
            LongSupplier nanoTime,
            Consumer<Boolean> leads) {
        this.connection = connection;
        this.key = key;
        this.identity = identity;
        this.times = times;
        this.clock = clock;
        this.nanoTime = nanoTime;
        this.leads = leads;
        this.thread = Thread.ofVirtual().name("lease").unstarted(this::run);
    }

    private void run() {
        try {
            while (open) {
                trouble = null;
                boolean held = attempt();
                tellTrouble();
                if (held) {
                    renewedAt = nanoTime.getAsLong();
                }
                boolean inTime = leading
                        && nanoTime.getAsLong() - renewedAt
                                < times.renewWithin().toNanos();
                lead(held || (inTime && !takenByAnother()));
                Thread.sleep(times.retry());
            }
        } catch (InterruptedException e) {
            LOG.debug("the lease is no longer renewed");
        }
        if (leading) {
            lead(false);
            giveBack();
        }
    }

    private void lead(boolean now) {
        if (now != leading) {
            leading = now;
            LOG.info("{} {} the lease {}", identity, now ? "holds" : "does not hold", key);
            leads.accept(now);
        }
    }

    private boolean takenByAnother() {
        Seen last = seen;
        return last != null && !last.holder().isEmpty() && !last.holder().equals(identity);
    }

    private boolean attempt() {
        try {
            ObjectNode lease = connection.get(LEASE.path(key), Map.of());
            return take(lease);
        } catch (ApiStatusException e) {
            return e.notFound() ? create() : unreachable(e);
        } catch (UncheckedIOException e) {
            return unreachable(e);
        }
    }

    private boolean unreachable(RuntimeException cause) {
        trouble = String.valueOf(cause.getMessage());
        return false;
    }

    /** Says what is in the way when it begins, and when it is over: an attempt is made every few seconds. */
    private void tellTrouble() {
        if (trouble != null && !trouble.equals(toldTrouble)) {
            LOG.warn("the lease {} can not be renewed for now: {}", key, trouble);
        } else if (trouble == null && toldTrouble != null) {
            LOG.info("the lease {} can be renewed again", key);
        }
        toldTrouble = trouble;
    }

    private boolean create() {
        ObjectNode lease = JsonNodeFactory.instance.objectNode();
        lease.put("apiVersion", LEASE.apiVersion()).put("kind", LEASE.kind());
        lease.putObject("metadata").put("name", key.name()).put("namespace", key.namespace());
        hold(lease, 0);
        try {
            connection.create(LEASE, key.namespace(), lease);
            return true;
        } catch (ApiStatusException e) {
            if (e.notFound()) {
                trouble = "there is no namespace %s; create it, or name another one as leaderElection.resourceNamespace"
                        .formatted(key.namespace());
                return false;
            }
            return !e.conflict() && !e.alreadyExists() && unreachable(e);
        } catch (UncheckedIOException e) {
            return unreachable(e);
        }
    }

    private boolean take(ObjectNode lease) {
        JsonNode spec = lease.path("spec");
        Seen now = new Seen(
                spec.path("holderIdentity").asString(""), spec.path("renewTime").asString(""), nanoTime.getAsLong());
        Seen before = seen;
        if (before == null
                || !before.holder().equals(now.holder())
                || !before.renewed().equals(now.renewed())) {
            seen = now;
            before = now;
        }
        boolean ours = now.holder().equals(identity);
        boolean free = now.holder().isEmpty();
        Duration granted = Duration.ofSeconds(spec.path("leaseDurationSeconds").asInt(1));
        boolean over = nanoTime.getAsLong() - before.at() > granted.toNanos();
        if (!ours && !free && !over) {
            return false;
        }
        hold(lease, spec.path("leaseTransitions").asInt(0) + (ours ? 0 : 1));
        try {
            connection.replace(LEASE, key, lease);
            seen = new Seen(identity, lease.path("spec").path("renewTime").asString(""), nanoTime.getAsLong());
            return true;
        } catch (ApiStatusException e) {
            return !e.conflict() && unreachable(e);
        } catch (UncheckedIOException e) {
            return unreachable(e);
        }
    }

    private void hold(ObjectNode lease, int transitions) {
        ObjectNode spec = lease.withObject("spec");
        String now = micros(clock.instant());
        if (!spec.path("holderIdentity").asString("").equals(identity)) {
            spec.put("acquireTime", now);
        }
        spec.put("holderIdentity", identity)
                .put("leaseDurationSeconds", (int) Math.max(1, times.lease().toSeconds()))
                .put("renewTime", now)
                .put("leaseTransitions", transitions);
    }

    /** A MicroTime has exactly six digits. */
    private static String micros(Instant time) {
        return MICROS.format(time.atOffset(ZoneOffset.UTC));
    }

    private void giveBack() {
        try {
            ObjectNode lease = connection.get(LEASE.path(key), Map.of());
            if (lease.path("spec").path("holderIdentity").asString("").equals(identity)) {
                lease.withObject("spec").put("holderIdentity", "").put("leaseDurationSeconds", 1);
                connection.replace(LEASE, key, lease);
            }
        } catch (ApiStatusException | UncheckedIOException e) {
            LOG.info("the lease was not given back and runs out by itself: {}", e.getMessage());
        }
    }

    /** Gives the Lease back. */
    @Override
    public void close() {
        open = false;
        thread.interrupt();
        try {
            thread.join(Duration.ofSeconds(5));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
