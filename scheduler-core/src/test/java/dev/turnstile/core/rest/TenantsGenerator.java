package dev.turnstile.core.rest;

import dev.turnstile.core.cycle.SchedulingOptions;
import dev.turnstile.core.cycle.SchedulingOptions.Rule;
import dev.turnstile.core.hierarchy.BorrowWithinCohort;
import dev.turnstile.core.hierarchy.ClusterQueue;
import dev.turnstile.core.hierarchy.Cohort;
import dev.turnstile.core.hierarchy.FlavorFungibility;
import dev.turnstile.core.hierarchy.FlavorQuotas;
import dev.turnstile.core.hierarchy.PreemptionPolicy;
import dev.turnstile.core.hierarchy.PreemptionPolicy.Candidates;
import dev.turnstile.core.hierarchy.QueueingStrategy;
import dev.turnstile.core.hierarchy.Quota;
import dev.turnstile.core.hierarchy.ResourceFlavor;
import dev.turnstile.core.hierarchy.ResourceGroup;
import dev.turnstile.core.resource.Requests;
import dev.turnstile.core.rest.Tenants.Arrival;
import dev.turnstile.core.workload.AdmissionConstraints;
import dev.turnstile.core.workload.LabelSelector;
import dev.turnstile.core.workload.NodeDemands;
import dev.turnstile.core.workload.PodSet;
import dev.turnstile.core.workload.Requeue;
import dev.turnstile.core.workload.Workload;
import dev.turnstile.core.workload.WorkloadKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Draws worlds in which preemption is likely: little quota, wide policies, three priorities. */
final class TenantsGenerator {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final Random random;
    private final Mode mode;
    private final List<ResourceFlavor> flavors = new ArrayList<>();
    private final List<String> resources;

    /** Which worlds are drawn. */
    enum Mode {
        MIXED(false, null),
        BEST_EFFORT(false, QueueingStrategy.BEST_EFFORT_FIFO),
        STRICT(false, QueueingStrategy.STRICT_FIFO),
        FAIR(true, null),
        FAIR_BEST_EFFORT(true, QueueingStrategy.BEST_EFFORT_FIFO);

        private final boolean fair;
        private final @Nullable QueueingStrategy strategy;

        Mode(boolean fair, @Nullable QueueingStrategy strategy) {
            this.fair = fair;
            this.strategy = strategy;
        }
    }

    private TenantsGenerator(long seed, Mode mode) {
        random = new Random(seed * 31 + mode.name().hashCode());
        this.mode = mode;
        resources = random.nextInt(4) == 0 ? List.of("cpu", "example.com/gpu") : List.of("cpu");
    }

    static Tenants draw(long seed, Mode mode) {
        return new TenantsGenerator(seed, mode).draw(seed);
    }

    private Tenants draw(long seed) {
        int flavorCount = 1 + (random.nextInt(3) == 0 ? 1 + random.nextInt(2) : 0);
        for (int i = 0; i < flavorCount; i++) {
            flavors.add(ResourceFlavor.plain("f" + i));
        }
        List<Cohort> cohorts = new ArrayList<>();
        int cohortCount = random.nextInt(2) == 0 ? 1 : 2 + random.nextInt(2);
        for (int i = 0; i < cohortCount; i++) {
            cohorts.add(new Cohort(
                    "co" + i,
                    i == 0 ? null : "co" + random.nextInt(i),
                    random.nextInt(3) == 0 ? List.of(group(3)) : List.of(),
                    ClusterQueue.DEFAULT_WEIGHT));
        }
        List<ClusterQueue> queues = new ArrayList<>();
        int queueCount = 2 + random.nextInt(3);
        for (int i = 0; i < queueCount; i++) {
            queues.add(queue("cq" + i, "co" + random.nextInt(cohortCount)));
        }
        List<Arrival> arrivals = new ArrayList<>();
        int workloadCount = 8 + random.nextInt(13);
        Instant created = START;
        int cycle = 0;
        for (int i = 0; i < workloadCount; i++) {
            created = created.plusSeconds(1);
            cycle += random.nextInt(3);
            arrivals.add(new Arrival(
                    cycle, workload(i, queues.get(random.nextInt(queueCount)).name(), created)));
        }
        return new Tenants(
                seed,
                SchedulingOptions.DEFAULT
                        .with(Rule.FAIR_SHARING, mode.fair)
                        .with(Rule.EQUIVALENCE, random.nextBoolean()),
                flavors,
                cohorts,
                queues,
                arrivals,
                random.nextInt(4));
    }

    private ClusterQueue queue(String name, String cohort) {
        QueueingStrategy strategy = mode.strategy;
        return new ClusterQueue(
                name,
                cohort,
                List.of(group(5)),
                strategy == null ? any(QueueingStrategy.values()) : strategy,
                new PreemptionPolicy(
                        any(
                                Candidates.NEVER,
                                Candidates.LOWER_PRIORITY,
                                Candidates.LOWER_PRIORITY,
                                Candidates.LOWER_OR_NEWER_EQUAL_PRIORITY),
                        any(Candidates.NEVER, Candidates.LOWER_PRIORITY, Candidates.ANY, Candidates.ANY),
                        !mode.fair && random.nextInt(3) == 0
                                ? new BorrowWithinCohort(true, random.nextBoolean() ? null : 100)
                                : BorrowWithinCohort.NEVER),
                new FlavorFungibility(
                        any(FlavorFungibility.WhenUsable.values()),
                        any(FlavorFungibility.WhenUsable.values()),
                        any(FlavorFungibility.Preference.values())),
                LabelSelector.EVERYTHING,
                mode.fair && random.nextInt(3) == 0 ? 500L * random.nextInt(4) : ClusterQueue.DEFAULT_WEIGHT,
                false);
    }

    private ResourceGroup group(int most) {
        List<FlavorQuotas> quotas = new ArrayList<>();
        for (ResourceFlavor flavor : flavors) {
            Map<String, Quota> ofFlavor = new LinkedHashMap<>();
            resources.forEach(resource ->
                    ofFlavor.put(resource, new Quota(1000L * random.nextInt(most + 1), limit(), limit())));
            quotas.add(new FlavorQuotas(flavor.name(), ofFlavor));
        }
        return new ResourceGroup(resources, quotas);
    }

    private @Nullable Long limit() {
        return random.nextInt(5) == 0 ? Long.valueOf(1000L * random.nextInt(5)) : null;
    }

    private Workload workload(int index, String queue, Instant created) {
        String name = "w%02d".formatted(index);
        Map<String, Long> requests = new LinkedHashMap<>();
        for (String resource : resources) {
            requests.put(
                    resource,
                    1000L
                            * (resource.equals("cpu")
                                    ? 1 + random.nextInt(random.nextInt(3) == 0 ? 6 : 3)
                                    : random.nextInt(3)));
        }
        int count = random.nextInt(6) == 0 ? 2 : 1;
        return new Workload(
                new WorkloadKey("default", name),
                "uid-" + name,
                queue,
                100 * random.nextInt(3),
                created,
                true,
                false,
                List.of(new PodSet("main", count, null, Requests.of(requests), NodeDemands.NONE)),
                List.of(),
                AdmissionConstraints.NONE,
                Requeue.NOW,
                null,
                null);
    }

    @SafeVarargs
    private <T> T any(T... values) {
        return values[random.nextInt(values.length)];
    }
}
