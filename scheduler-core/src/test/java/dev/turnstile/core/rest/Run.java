package dev.turnstile.core.rest;

import dev.turnstile.core.cycle.CycleDecision;
import dev.turnstile.core.cycle.Outcome;
import dev.turnstile.core.cycle.Scheduler;
import dev.turnstile.core.cycle.Victim;
import dev.turnstile.core.hierarchy.ClusterQueue;
import dev.turnstile.core.hierarchy.FlavorQuotas;
import dev.turnstile.core.hierarchy.Quota;
import dev.turnstile.core.hierarchy.ResourceGroup;
import dev.turnstile.core.queue.Head;
import dev.turnstile.core.rest.Tenants.Arrival;
import dev.turnstile.core.workload.Eviction;
import dev.turnstile.core.workload.Workload;
import dev.turnstile.core.workload.WorkloadKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * The life of a world in virtual time, one second for each cycle. The API server of this world carries out every
 * decision; an evicted workload releases its quota some cycles later and queues again. Nobody finishes, unless the
 * world is disturbed.
 */
final class Run {
    /** As many cycles without an admission, an eviction or an event mean that the next one will bring none either. */
    private static final int QUIET_CYCLES = 12;

    private static final int DISTURBED_CYCLES = 60;
    private static final Instant START = Instant.parse("2026-01-01T01:00:00Z");

    /** What happens besides arrivals and evictions. */
    enum Disturbance {
        NONE,
        /** Workloads finish and quotas change, also while heads are out; after a minute all is quiet. */
        WHILE_HEADS_ARE_OUT
    }

    private final Tenants tenants;
    private final Disturbance disturbance;
    private final Scheduler scheduler;
    private final Random random;
    private final Map<String, ClusterQueue> queues = new TreeMap<>();
    private final Map<WorkloadKey, Integer> releases = new LinkedHashMap<>();
    private final List<String> log = new ArrayList<>();
    private int cycle;
    private int quiet;
    private int evictions;

    Run(Tenants tenants, Disturbance disturbance) {
        this.tenants = tenants;
        this.disturbance = disturbance;
        scheduler = tenants.scheduler();
        random = new Random(tenants.seed());
        tenants.queues().forEach(queue -> queues.put(queue.name(), queue));
    }

    Scheduler scheduler() {
        return scheduler;
    }

    int evictions() {
        return evictions;
    }

    /** Every event and every outcome, in order. */
    List<String> log() {
        return log;
    }

    Instant now() {
        return START.plusSeconds(cycle);
    }

    /** Whether the world comes to rest within that many cycles. */
    boolean rests(int cycles) {
        while (cycle < cycles && quiet < QUIET_CYCLES) {
            step();
        }
        return quiet >= QUIET_CYCLES;
    }

    private void step() {
        cycle++;
        boolean happened = arrivals();
        happened |= releases();
        List<Head> heads = scheduler.heads(now());
        happened |= disturb();
        CycleDecision decision = scheduler.decide(heads, now());
        happened |= disturb();
        for (Outcome outcome : scheduler.apply(heads, decision).outcomes()) {
            log.add("%3d %s in %s: %s".formatted(cycle, name(outcome), outcome.clusterQueue(), text(outcome)));
            if (outcome instanceof Outcome.Admit admit) {
                happened = true;
                scheduler.put(admit.workload().withAdmission(admit.admission()), now());
            } else if (outcome instanceof Outcome.Preempt preempt) {
                happened |= evict(preempt);
            }
        }
        quiet = happened ? 0 : quiet + 1;
    }

    private boolean evict(Outcome.Preempt preempt) {
        boolean more = false;
        for (Victim victim : preempt.victims()) {
            int release = cycle + 1 + random.nextInt(tenants.longestEviction() + 1);
            if (releases.putIfAbsent(victim.workload().key(), release) == null) {
                evictions++;
                more = true;
            }
        }
        return more;
    }

    private boolean arrivals() {
        boolean expected = false;
        for (Arrival arrival : tenants.arrivals()) {
            expected |= arrival.cycle() >= cycle;
            if (arrival.cycle() == cycle - 1) {
                log.add("%3d %s arrives"
                        .formatted(cycle, arrival.workload().key().name()));
                scheduler.put(arrival.workload(), now());
                expected = true;
            }
        }
        return expected;
    }

    private boolean releases() {
        boolean expected = !releases.isEmpty();
        for (Map.Entry<WorkloadKey, Integer> release : List.copyOf(releases.entrySet())) {
            if (release.getValue() <= cycle) {
                releases.remove(release.getKey());
                Workload workload = scheduler.workload(release.getKey());
                if (workload != null && workload.reserved()) {
                    log.add("%3d %s releases".formatted(cycle, release.getKey().name()));
                    scheduler.put(workload, now());
                    scheduler.put(
                            workload.withAdmission(null).withEviction(new Eviction("Preempted", now(), false)), now());
                }
            }
        }
        return expected;
    }

    private boolean disturb() {
        if (disturbance == Disturbance.NONE || cycle > DISTURBED_CYCLES) {
            return false;
        }
        switch (random.nextInt(12)) {
            case 0 -> finishOne();
            case 1 -> changeQuota();
            case 2 -> scheduler.snapshot();
            default -> {}
        }
        return true;
    }

    private void finishOne() {
        List<WorkloadKey> running = List.copyOf(scheduler.reserved().keySet());
        if (!running.isEmpty()) {
            WorkloadKey key = running.get(random.nextInt(running.size()));
            log.add("%3d %s finishes".formatted(cycle, key.name()));
            releases.remove(key);
            scheduler.remove(key);
        }
    }

    private void changeQuota() {
        List<String> names = List.copyOf(queues.keySet());
        ClusterQueue queue = queues.get(names.get(random.nextInt(names.size())));
        if (queue != null) {
            long more = 1000L * random.nextInt(3);
            log.add("%3d %s has %d more".formatted(cycle, queue.name(), more));
            ClusterQueue changed = withMore(queue, more);
            queues.put(queue.name(), changed);
            scheduler.put(changed);
        }
    }

    private static ClusterQueue withMore(ClusterQueue queue, long more) {
        List<ResourceGroup> groups = new ArrayList<>();
        for (ResourceGroup group : queue.resourceGroups()) {
            List<FlavorQuotas> flavors = new ArrayList<>();
            for (FlavorQuotas flavor : group.flavors()) {
                Map<String, Quota> quotas = new LinkedHashMap<>();
                flavor.quotas()
                        .forEach((resource, quota) -> quotas.put(
                                resource,
                                new Quota(quota.nominal() + more, quota.borrowingLimit(), quota.lendingLimit())));
                flavors.add(new FlavorQuotas(flavor.flavor(), quotas));
            }
            groups.add(new ResourceGroup(group.coveredResources(), flavors));
        }
        return new ClusterQueue(
                queue.name(),
                queue.cohort(),
                groups,
                queue.queueingStrategy(),
                queue.preemption(),
                queue.fungibility(),
                queue.namespaceSelector(),
                queue.fairWeight(),
                queue.held());
    }

    private static String name(Outcome outcome) {
        return outcome.workload().key().name();
    }

    private static String text(Outcome outcome) {
        return outcome instanceof Outcome.Preempt preempt
                ? "Preempt "
                        + preempt.victims().stream()
                                .map(victim ->
                                        victim.workload().key().name() + (victim.evicting() ? " (evicting)" : ""))
                                .toList()
                : outcome.getClass().getSimpleName();
    }
}
