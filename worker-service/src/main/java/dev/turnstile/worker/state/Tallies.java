package dev.turnstile.worker.state;

import dev.turnstile.core.resource.Amount;
import dev.turnstile.core.resource.FlavorResource;
import dev.turnstile.core.resource.Usage;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Counts per queue, kept up to date workload by workload: a change costs what changed, not what exists.
 *
 * @param <W> what names a workload
 * @param <Q> what names a queue
 */
final class Tallies<W, Q> {

    /** Who a workload counts for, and as what. */
    enum Standing {
        PENDING,
        RESERVING,
        ADMITTED
    }

    private record Share<Q>(Q queue, Standing standing, Usage usage) {}

    private static final class Counts {
        int pending;
        int reserving;
        int admitted;
        final Map<FlavorResource, Long> reservation = new TreeMap<>();
        final Map<FlavorResource, Long> usage = new TreeMap<>();
    }

    private final Map<W, Share<Q>> shares = new HashMap<>();
    private final Map<Q, Counts> queues = new HashMap<>();

    /** Counts a workload for a queue, and no more where it counted before; answers whether that changed anything. */
    boolean put(W workload, Q queue, Standing standing, Usage usage) {
        Share<Q> share = new Share<>(queue, standing, usage);
        Share<Q> before = shares.put(workload, share);
        if (share.equals(before)) {
            return false;
        }
        if (before != null) {
            add(before, -1);
        }
        add(share, 1);
        return true;
    }

    /** Counts a workload no more; answers where it counted. */
    @Nullable
    Q remove(W workload) {
        Share<Q> before = shares.remove(workload);
        if (before == null) {
            return null;
        }
        add(before, -1);
        return before.queue();
    }

    /** Where a workload counts. */
    @Nullable
    Q queueOf(W workload) {
        Share<Q> share = shares.get(workload);
        return share == null ? null : share.queue();
    }

    private void add(Share<Q> share, int sign) {
        Counts counts = queues.computeIfAbsent(share.queue(), queue -> new Counts());
        switch (share.standing()) {
            case PENDING -> counts.pending += sign;
            case RESERVING -> {
                counts.reserving += sign;
                add(counts.reservation, share.usage(), sign);
            }
            case ADMITTED -> {
                counts.reserving += sign;
                counts.admitted += sign;
                add(counts.reservation, share.usage(), sign);
                add(counts.usage, share.usage(), sign);
            }
        }
        if (counts.pending == 0 && counts.reserving == 0) {
            queues.remove(share.queue());
        }
    }

    private static void add(Map<FlavorResource, Long> sums, Usage usage, int sign) {
        for (int i = 0; i < usage.size(); i++) {
            long amount = sign * usage.amount(i);
            sums.compute(usage.flavorResource(i), (any, old) -> {
                long sum = Amount.add(Objects.requireNonNullElse(old, 0L), amount);
                return sum == 0 ? null : sum;
            });
        }
    }

    /** Everybody who counts for some queue. */
    Set<W> workloads() {
        return shares.keySet();
    }

    /** The counts of a queue now. */
    Tally of(Q queue) {
        Counts counts = queues.get(queue);
        return counts == null
                ? Tally.NONE
                : new Tally(
                        counts.pending,
                        counts.reserving,
                        counts.admitted,
                        Map.copyOf(counts.reservation),
                        Map.copyOf(counts.usage));
    }
}
