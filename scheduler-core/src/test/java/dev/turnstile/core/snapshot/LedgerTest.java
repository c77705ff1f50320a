package dev.turnstile.core.snapshot;

import static dev.turnstile.core.story.ClusterQueueBuilder.aClusterQueue;
import static dev.turnstile.core.story.WorkloadBuilder.aWorkload;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.core.hierarchy.ClusterQueue;
import dev.turnstile.core.hierarchy.Cohort;
import dev.turnstile.core.hierarchy.ResourceFlavor;
import dev.turnstile.core.resource.FlavorResource;
import dev.turnstile.core.resource.Requests;
import dev.turnstile.core.workload.Admission;
import dev.turnstile.core.workload.PodSetAssignment;
import dev.turnstile.core.workload.Workload;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Books that were kept up are those that somebody makes who sees only what there is in the end. */
class LedgerTest {
    private static final List<String> FLAVORS = List.of("spot", "reserved");

    private final Map<String, ResourceFlavor> flavors = new TreeMap<>();
    private final Map<String, Cohort> cohorts = new TreeMap<>();
    private final Map<String, ClusterQueue> queues = new TreeMap<>();
    private final Map<String, Workload> workloads = new LinkedHashMap<>();
    private final Ledger ledger = new Ledger();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void changesOneByOneComeToTheSameAsAllAtOnce(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int change = 0; change < 400; change++) {
            change(random);
            if (random.nextInt(3) == 0) {
                assertThat(words(ledger.snapshot())).isEqualTo(words(madeNow().snapshot()));
            }
        }
    }

    private void change(SplittableRandom random) {
        String queue = "queue" + random.nextInt(6);
        String cohort = "cohort" + random.nextInt(4);
        String workload = "workload" + random.nextInt(20);
        String flavor = FLAVORS.get(random.nextInt(2));
        switch (random.nextInt(9)) {
            case 0 -> {
                queues.remove(queue);
                ledger.removeClusterQueue(queue);
            }
            case 1, 2 -> {
                ClusterQueue made = aClusterQueue(queue)
                        .cohort(random.nextInt(4) == 0 ? null : cohort)
                        .quota(flavor, random.nextInt(10))
                        .build();
                queues.put(queue, made);
                ledger.put(made);
            }
            case 3 -> {
                cohorts.remove(cohort);
                ledger.removeCohort(cohort);
            }
            case 4 -> {
                String parent = random.nextBoolean() ? null : "cohort" + random.nextInt(4);
                Cohort made = new Cohort(cohort, parent, List.of(), 1 + random.nextInt(3));
                cohorts.put(cohort, made);
                ledger.put(made);
            }
            case 5 -> {
                ResourceFlavor made = ResourceFlavor.plain(flavor);
                flavors.put(flavor, made);
                ledger.put(made);
            }
            case 6 -> {
                Workload gone = workloads.remove(workload);
                if (gone != null) {
                    assertThat(ledger.release(gone.key())).isTrue();
                }
            }
            default -> {
                // Once in a while so much that sums are saturated.
                long amount = random.nextInt(8) == 0 ? Long.MAX_VALUE : random.nextInt(1000);
                Workload made = aWorkload(workload)
                        .in(queue)
                        .requests(1)
                        .build(new Admission(
                                queue,
                                List.of(new PodSetAssignment(
                                        "main", 1, Map.of("cpu", flavor), Requests.of(Map.of("cpu", amount)))),
                                Instant.EPOCH));
                workloads.put(workload, made);
                ledger.reserve(made);
            }
        }
    }

    private Ledger madeNow() {
        Ledger made = new Ledger();
        flavors.values().forEach(made::put);
        cohorts.values().forEach(made::put);
        queues.values().forEach(made::put);
        workloads.values().forEach(made::reserve);
        return made;
    }

    private List<String> words(Snapshot snapshot) {
        List<String> words = new ArrayList<>();
        for (String name : snapshot.clusterQueues()) {
            Snapshot.Place place = snapshot.place(name);
            if (place == null) {
                throw new AssertionError(name);
            }
            TreeState tree = snapshot.tree(place.tree());
            words.add("%s tree %d %s %s, holds %s"
                    .formatted(
                            tree.quotas().path(place.node()),
                            place.tree(),
                            place.availability(),
                            place.clusterQueue(),
                            names(tree.workloads(place.node()))));
            for (String flavor : FLAVORS) {
                FlavorResource cpu = new FlavorResource(flavor, "cpu");
                words.add("%s: %d used, %d left"
                        .formatted(flavor, snapshot.usage(name, cpu), snapshot.available(name, cpu)));
            }
        }
        return words;
    }

    private static List<String> names(OrderedSet<AdmittedWorkload> workloads) {
        List<String> names = new ArrayList<>();
        workloads.forEach(each -> names.add(each.key().name()));
        return names;
    }
}
