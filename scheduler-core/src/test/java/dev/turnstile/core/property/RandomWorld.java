package dev.turnstile.core.property;

import dev.turnstile.core.cycle.LocalQueue;
import dev.turnstile.core.cycle.Scheduler;
import dev.turnstile.core.cycle.SchedulingOptions;
import dev.turnstile.core.cycle.SchedulingOptions.Rule;
import dev.turnstile.core.cycle.WriteTask;
import dev.turnstile.core.hierarchy.BorrowWithinCohort;
import dev.turnstile.core.hierarchy.ClusterQueue;
import dev.turnstile.core.hierarchy.Cohort;
import dev.turnstile.core.hierarchy.FlavorFungibility;
import dev.turnstile.core.hierarchy.FlavorQuotas;
import dev.turnstile.core.hierarchy.PreemptionPolicy;
import dev.turnstile.core.hierarchy.QueueingStrategy;
import dev.turnstile.core.hierarchy.Quota;
import dev.turnstile.core.hierarchy.ResourceFlavor;
import dev.turnstile.core.hierarchy.ResourceGroup;
import dev.turnstile.core.resource.Requests;
import dev.turnstile.core.workload.AdmissionConstraints;
import dev.turnstile.core.workload.Eviction;
import dev.turnstile.core.workload.LabelSelector;
import dev.turnstile.core.workload.NodeDemands;
import dev.turnstile.core.workload.PodSet;
import dev.turnstile.core.workload.PreemptionGate;
import dev.turnstile.core.workload.Requeue;
import dev.turnstile.core.workload.Workload;
import dev.turnstile.core.workload.WorkloadKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** A world drawn from a seed: the same seed gives the same objects and the same events. */
final class RandomWorld {
    private static final String[] RESOURCES = {"cpu", "example.com/gpu"};

    private final Random random;
    final List<ResourceFlavor> flavors = new ArrayList<>();
    final List<Cohort> cohorts = new ArrayList<>();
    final List<ClusterQueue> queues = new ArrayList<>();
    final SchedulingOptions options;
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private final List<WorkloadKey> known = new ArrayList<>();
    private final List<WriteTask> underWay = new ArrayList<>();
    private int created;

    RandomWorld(long seed) {
        random = new Random(seed);
        options = SchedulingOptions.DEFAULT
                .with(Rule.FAIR_SHARING, random.nextBoolean())
                .with(Rule.EQUIVALENCE, random.nextBoolean());
        int flavorCount = 1 + random.nextInt(3);
        for (int i = 0; i < flavorCount; i++) {
            flavors.add(ResourceFlavor.plain("f" + i));
        }
        int cohortCount = random.nextInt(4);
        for (int i = 0; i < cohortCount; i++) {
            cohorts.add(new Cohort(
                    "co" + i,
                    i == 0 || random.nextInt(4) == 0 ? null : "co" + random.nextInt(i),
                    random.nextBoolean() ? List.of() : List.of(group()),
                    random.nextInt(3) * 500L));
        }
        int queueCount = 1 + random.nextInt(4);
        for (int i = 0; i < queueCount; i++) {
            queues.add(queue("cq" + i, cohortCount));
        }
    }

    private ClusterQueue queue(String name, int cohortCount) {
        return new ClusterQueue(
                name,
                cohortCount == 0 || random.nextInt(5) == 0 ? null : "co" + random.nextInt(cohortCount),
                List.of(group()),
                any(QueueingStrategy.values()),
                new PreemptionPolicy(
                        any(PreemptionPolicy.Candidates.values()),
                        any(PreemptionPolicy.Candidates.values()),
                        new BorrowWithinCohort(random.nextInt(3) == 0, random.nextBoolean() ? null : 100)),
                new FlavorFungibility(
                        any(FlavorFungibility.WhenUsable.values()),
                        any(FlavorFungibility.WhenUsable.values()),
                        any(FlavorFungibility.Preference.values())),
                LabelSelector.EVERYTHING,
                random.nextInt(4) * 500L,
                false);
    }

    private ResourceGroup group() {
        List<String> covered = random.nextBoolean() ? List.of(RESOURCES) : List.of(RESOURCES[0]);
        List<FlavorQuotas> quotas = new ArrayList<>();
        for (ResourceFlavor flavor : flavors) {
            Map<String, Quota> ofFlavor = new HashMap<>();
            covered.forEach(resource -> ofFlavor.put(resource, new Quota(random.nextInt(10), limit(), limit())));
            quotas.add(new FlavorQuotas(flavor.name(), ofFlavor));
        }
        return new ResourceGroup(covered, quotas);
    }

    private @Nullable Long limit() {
        return random.nextInt(3) == 0 ? Long.valueOf(random.nextInt(8)) : null;
    }

    private <T> T any(T[] values) {
        return values[random.nextInt(values.length)];
    }

    Workload workload() {
        created++;
        now = now.plusSeconds(1 + random.nextInt(2));
        List<PodSet> podSets = new ArrayList<>();
        int podSetCount = 1 + random.nextInt(2);
        for (int i = 0; i < podSetCount; i++) {
            int count = 1 + random.nextInt(3);
            Map<String, Long> requests = new HashMap<>(Map.of("cpu", 1L + random.nextInt(4)));
            if (random.nextInt(4) == 0) {
                requests.put("example.com/gpu", Long.valueOf(random.nextInt(3)));
            }
            podSets.add(new PodSet(
                    "ps" + i, count, random.nextInt(4) == 0 ? 1 : null, Requests.of(requests), NodeDemands.NONE));
        }
        String name = "w%04d".formatted(created);
        WorkloadKey key = new WorkloadKey("default", name);
        known.add(key);
        return new Workload(
                key,
                "uid-" + name,
                any(queues.toArray(ClusterQueue[]::new)).name(),
                random.nextInt(4) * 100,
                now,
                true,
                random.nextInt(50) == 0,
                podSets,
                random.nextInt(5) == 0 ? List.of(new PreemptionGate("gate", random.nextBoolean())) : List.of(),
                new AdmissionConstraints(random.nextInt(8) == 0, random.nextInt(8) == 0),
                random.nextInt(20) == 0 ? new Requeue(false, now.plusSeconds(5)) : Requeue.NOW,
                null,
                null);
    }

    Scheduler scheduler() {
        Scheduler scheduler = new Scheduler(options);
        scheduler.putNamespace("default", Map.of());
        flavors.forEach(scheduler::put);
        cohorts.forEach(scheduler::put);
        queues.forEach(scheduler::put);
        queues.forEach(
                queue -> scheduler.put(new LocalQueue("default", queue.name(), queue.name(), false), Instant.EPOCH));
        return scheduler;
    }

    Instant now() {
        return now;
    }

    Instant tick() {
        now = now.plusSeconds(1);
        return now;
    }

    Random random() {
        return random;
    }

    /** Something happens: workloads come, finish, or stop after their eviction. */
    void happen(Scheduler scheduler) {
        switch (random.nextInt(5)) {
            case 0, 1 -> scheduler.put(workload(), now);
            case 2 -> one(scheduler).ifPresent(workload -> scheduler.remove(workload.key()));
            case 3 ->
                one(scheduler).filter(Workload::evicting).ifPresent(workload -> {
                    scheduler.put(workload, now);
                    scheduler.put(
                            workload.withAdmission(null).withEviction(new Eviction("Preempted", now, false)), now);
                });
            default -> one(scheduler).ifPresent(workload -> scheduler.put(workload, now));
        }
    }

    /** Of what was decided most is written at once, some is late, and some is refused or not answered. */
    void write(Scheduler scheduler) {
        underWay.addAll(scheduler.takeTasks(now));
        var _ = scheduler.takeMoved();
        List<WriteTask> late = new ArrayList<>();
        for (WriteTask task : underWay) {
            int fate = random.nextInt(10);
            if (fate == 0) {
                late.add(task);
            } else if (!task.assumption().begin() || fate == 1) {
                scheduler.refused(task.assumption(), "refused", now);
            } else if (fate == 2) {
                scheduler.unanswered(task.assumption(), "unanswered", now);
            } else {
                scheduler.written(task.assumption(), now);
            }
        }
        underWay.clear();
        underWay.addAll(late);
    }

    private Optional<Workload> one(Scheduler scheduler) {
        Workload workload = known.isEmpty() ? null : scheduler.workload(known.get(random.nextInt(known.size())));
        return Optional.ofNullable(workload).filter(Workload::reserved);
    }
}
