package dev.turnstile.service.apply;

import dev.turnstile.service.informer.ApiConnection;
import dev.turnstile.service.informer.ApiResource;
import dev.turnstile.service.informer.ApiStatusException;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.thread.Loop;
import dev.turnstile.service.thread.Threads;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
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
 * clocks. A leader that cannot renew stops to lead before the others may take over, also while its request hangs. On an
 * orderly end the Lease is given back, so that the next one need not wait.
 *
 * <p>Goal: who follows a leader that died does so within one duration after its last renewal. Constraint: looks come
 * seconds apart, so a renewal is older than the look that shows it. So its duration counts from the look before, which
 * did not show it yet, if that leaves a living leader its time: never earlier than one interval of looks, nor than the
 * leader needs to notice. Example with 15 s, 10 s, 2 s: looks at 0 and 2, renewed at 0.5, seen at 2: over at 15, not
 * 17.
 *
 * <p>Goal: an API that is slow, but answers, costs nobody the lease. Constraint: from one renewal to the answer to the
 * next one only {@code renewWithin} may pass, and each request may take seconds. So a leader does not look before it
 * renews: it replaces the version that its last renewal made, which fails if anybody else has written since. A renewal
 * counts from when it was sent, before which nobody can have seen it, and so does the time until the next one.
 */
public final class LeaderLease implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LeaderLease.class);
    private static final DateTimeFormatter MICROS =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'", Locale.ROOT);
    private static final ApiResource LEASE = new ApiResource("coordination.k8s.io/v1", "Lease", "leases", true);

    private static final Duration STUCK = Duration.ofMinutes(2);

    /** How long each thing takes. */
    public record Times(Duration lease, Duration renewWithin, Duration retry) {}

    /** Who held it under which renewal, and when that is over. */
    private record Seen(String holder, String renewed, long over) {}

    private final ApiConnection connection;
    private final ObjectKey key;
    private final String identity;
    private final Times times;
    private final InstantSource clock;
    private final Threads threads;
    private final Consumer<Boolean> leads;
    private volatile @Nullable Loop loop;
    private volatile boolean leading;
    private boolean reported;
    private volatile long renewedAt;
    private long sentAt;
    private long lookedAt;
    /** As the last renewal left it. */
    private @Nullable ObjectNode own;

    private @Nullable Seen seen;
    private @Nullable String trouble;
    private @Nullable String reportedTrouble;

    /** Begins to run for the Lease; {@code leads} hears of every change. */
    public static LeaderLease start(
            ApiConnection connection,
            Threads threads,
            ObjectKey key,
            String identity,
            Times times,
            InstantSource clock,
            Consumer<Boolean> leads) {
        LeaderLease lease = new LeaderLease(connection, threads, key, identity, times, clock, leads);
        // A failed round must not cost the lease: the next one comes as soon as after any other.
        Loop.Pace pace = new Loop.Pace(STUCK.plus(times.lease()), times.retry(), times.retry());
        lease.loop = Loop.start(threads, "lease", "lease", pace, lease::round);
        return lease;
    }

    private LeaderLease(
            ApiConnection connection,
            Threads threads,
            ObjectKey key,
            String identity,
            Times times,
            InstantSource clock,
            Consumer<Boolean> leads) {
        this.connection = connection.urgent();
        this.key = key;
        this.identity = identity;
        this.times = times;
        this.clock = clock;
        this.threads = threads;
        this.leads = leads;
    }

    private void round(Loop running) throws InterruptedException {
        long began = threads.nanoTime();
        long last = renewedAt;
        trouble = null;
        boolean held = attempt(began);
        reportTrouble();
        if (held) {
            renewedAt = sentAt;
        }
        if (leading && isOver(last)) {
            if (held) {
                reportLate(last, began);
            }
            // What was not done meanwhile is done by one who begins to lead.
            lead(false);
        }
        lead(!isOver(renewedAt) && (held || (leading && !takenByAnother())));
        running.sleep(held ? untilNextRenewal() : untilNextLook());
    }

    /** Whether this instance leads now. */
    public boolean leads() {
        return leading && !isOver(renewedAt);
    }

    private boolean isOver(long renewed) {
        return threads.nanoTime() - renewed >= times.renewWithin().toNanos();
    }

    /** Renewals are sent at that interval, and one after a slow answer at once: it is late already. */
    private Duration untilNextRenewal() {
        Duration left = times.retry().minusNanos(threads.nanoTime() - sentAt);
        return left.isPositive() ? left : Duration.ZERO;
    }

    /** The next interval, or when another one's renewal is over, if that comes first. */
    private Duration untilNextLook() {
        Seen last = seen;
        Duration left = last == null ? times.retry() : Duration.ofNanos(last.over() - threads.nanoTime());
        boolean sooner = takenByAnother() && left.isPositive() && left.compareTo(times.retry()) < 0;
        // One more moment, so that it is over then.
        return sooner ? left.plusMillis(1) : times.retry();
    }

    private void lead(boolean now) {
        if (now != leading) {
            leading = now;
            LOG.info("{} {} the lease {}", identity, now ? "holds" : "does not hold", key);
        }
        if (now != reported) {
            // Where this fails, the next round reports it again.
            leads.accept(now);
            reported = now;
        }
    }

    private boolean takenByAnother() {
        Seen last = seen;
        return last != null && !last.holder().isEmpty() && !last.holder().equals(identity);
    }

    private boolean attempt(long began) {
        ObjectNode mine = own;
        if (mine != null) {
            try {
                renew(mine);
                lookedAt = began;
                return true;
            } catch (ApiStatusException e) {
                own = null;
                if (!e.conflict() && !e.notFound()) {
                    return unreachable(e);
                }
                // Somebody else has written, or deleted it: what is there now has to be looked at.
            } catch (UncheckedIOException e) {
                return unreachable(e);
            }
        }
        return look(began);
    }

    private boolean look(long began) {
        try {
            ObjectNode lease = connection.within(times.renewWithin()).get(LEASE.path(key), Map.of());
            boolean taken = take(lease);
            lookedAt = began;
            return taken;
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
    private void reportTrouble() {
        if (trouble != null && !trouble.equals(reportedTrouble)) {
            LOG.warn("the lease {} cannot be renewed for now: {}", key, trouble);
        } else if (trouble == null && reportedTrouble != null) {
            LOG.info("the lease {} can be renewed again", key);
        }
        reportedTrouble = trouble;
    }

    /** Otherwise nobody could know what the lease was lost for: nothing has failed. */
    private void reportLate(long last, long began) {
        long now = threads.nanoTime();
        LOG.warn(
                "the lease {} was renewed too late: {} ms after the renewal before, and {} ms are allowed; the API"
                        + " took {} ms to answer",
                key,
                Duration.ofNanos(now - last).toMillis(),
                times.renewWithin().toMillis(),
                Duration.ofNanos(now - began).toMillis());
    }

    private boolean create() {
        ObjectNode lease = JsonNodeFactory.instance.objectNode();
        lease.put("apiVersion", LEASE.apiVersion()).put("kind", LEASE.kind());
        lease.putObject("metadata").put("name", key.name()).put("namespace", key.namespace());
        hold(lease, 0);
        try {
            sentAt = threads.nanoTime();
            own = connection.within(times.renewWithin()).create(LEASE, key.namespace(), lease);
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
        String holder = spec.path("holderIdentity").asString("");
        String renewed = spec.path("renewTime").asString("");
        long now = threads.nanoTime();
        Seen last = seen;
        if (last == null || !last.holder().equals(holder) || !last.renewed().equals(renewed)) {
            Duration granted =
                    Duration.ofSeconds(spec.path("leaseDurationSeconds").asInt(1));
            last = new Seen(holder, renewed, (last == null ? now : earliestRenewal(now, granted)) + granted.toNanos());
            seen = last;
        }
        boolean ours = holder.equals(identity);
        boolean free = holder.isEmpty();
        boolean over = now - last.over() > 0;
        if (!ours && !free && !over) {
            return false;
        }
        hold(lease, spec.path("leaseTransitions").asInt(0) + (ours ? 0 : 1));
        try {
            replace(lease);
            return true;
        } catch (ApiStatusException e) {
            return !e.conflict() && unreachable(e);
        } catch (UncheckedIOException e) {
            return unreachable(e);
        }
    }

    private void renew(ObjectNode mine) {
        hold(mine, mine.path("spec").path("leaseTransitions").asInt(0));
        replace(mine);
    }

    private void replace(ObjectNode lease) {
        sentAt = threads.nanoTime();
        own = connection.within(times.renewWithin()).replace(LEASE, key, lease);
        seen = new Seen(
                identity,
                lease.path("spec").path("renewTime").asString(""),
                sentAt + times.lease().toNanos());
    }

    /** When a renewal that the look before did not show can have been made at the earliest. */
    private long earliestRenewal(long now, Duration granted) {
        long spare = Math.max(0, granted.minus(times.renewWithin()).toNanos());
        return Math.max(lookedAt, now - Math.min(spare, times.retry().toNanos()));
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
        Loop running = loop;
        if (running != null) {
            running.close(Duration.ofSeconds(5));
        }
        if (leading) {
            lead(false);
            giveBack();
        }
    }
}
