package dev.turnstile.worker.benchmark;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/**
 * How soon quota that was freed is given to the next. One Workload after the other finishes in a queue that holds one;
 * counted is from when a watch shows its end until the same watch shows the next one admitted, less what the API itself
 * takes from a patch to the watch that shows it.
 */
final class Reaction {
    private static final int ROUNDS = Integer.getInteger("benchmark.rounds", 500);
    private static final int WARM_UP = 100;
    private static final int PROBES = 100;
    private static final double LIMIT_MILLIS = 50;
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final Site site;
    private final Path kubeconfig;
    private final Path folder;

    Reaction(Site site, Path kubeconfig, Path folder) {
        this.site = site;
        this.kubeconfig = kubeconfig;
        this.folder = folder;
    }

    void run() throws IOException, InterruptedException {
        site.queue("single", 1);
        Site.each(WARM_UP + ROUNDS + 1, i -> site.workload("next-" + i, "single"));
        Site.each(PROBES, i -> site.workload("probe-" + i, "nowhere"));
        try (WorkerProcess _ = new WorkerProcess(kubeconfig, folder);
                Sight sight = new Sight(site.api())) {
            Set<String> known = new HashSet<>();
            String holder = next(sight, known);
            List<Double> reactions = new ArrayList<>();
            for (int round = 0; round < WARM_UP + ROUNDS; round++) {
                site.patchStatus(holder, condition("Finished"));
                String finished = holder;
                holder = next(sight, known);
                long end = Objects.requireNonNull(sight.finishedAt(finished));
                long begin = Objects.requireNonNull(sight.admittedAt(holder));
                if (round >= WARM_UP) {
                    reactions.add((begin - end) / 1e6);
                }
            }
            List<Double> own = probes(sight);
            double api = percentile(own, 50);
            long inTime = reactions.stream()
                    .filter(took -> took <= LIMIT_MILLIS + api)
                    .count();
            System.out.printf(
                    "reaction: median %.1f ms, p99 %.1f ms, of which the API's own %.1f ms; %.1f %% within %.0f ms plus"
                            + " the API's own (aim: at least 99 %%); p99 / limit %.2f%n",
                    percentile(reactions, 50),
                    percentile(reactions, 99),
                    api,
                    100.0 * inTime / reactions.size(),
                    LIMIT_MILLIS,
                    percentile(reactions, 99) / (LIMIT_MILLIS + api));
        }
    }

    private static double percentile(List<Double> values, int percent) {
        List<Double> sorted = values.stream().sorted().toList();
        return sorted.get(Math.min(sorted.size() - 1, sorted.size() * percent / 100));
    }

    private static ObjectNode condition(String type) {
        return Site.yaml("""
            {status: {conditions: [{type: %s, status: 'True', reason: Succeeded, message: done, lastTransitionTime: '%s'}]}}
            """.formatted(type, Instant.now().truncatedTo(ChronoUnit.SECONDS)));
    }

    /** Waits for one more to be admitted. */
    private static String next(Sight sight, Set<String> known) throws InterruptedException {
        String[] found = {""};
        Sight.await("the next admission", PATIENCE, () -> {
            for (String name : sight.whoIsAdmitted()) {
                if (name.startsWith("next-") && known.add(name)) {
                    found[0] = name;
                    return true;
                }
            }
            return false;
        });
        return found[0];
    }

    /** What the API takes from a patch of a status to the watch that shows it, without anybody in between. */
    private List<Double> probes(Sight sight) throws InterruptedException {
        List<Double> own = new ArrayList<>();
        for (int i = 0; i < PROBES; i++) {
            String name = "probe-" + i;
            long sent = System.nanoTime();
            site.patchStatus(name, condition("Finished"));
            Sight.await("the probe " + name, PATIENCE, () -> sight.finishedAt(name) != null);
            own.add((Objects.requireNonNull(sight.finishedAt(name)) - sent) / 1e6);
        }
        return own;
    }
}
