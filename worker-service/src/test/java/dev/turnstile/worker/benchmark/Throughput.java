package dev.turnstile.worker.benchmark;

import dev.turnstile.service.informer.ApiResource;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.node.ObjectNode;

/**
 * How fast Workloads that all fit are admitted, beside how fast a bare client makes the same writes: for each Workload
 * a patch of its status, and two events. Both begin with everything created, and end when a watch has shown it all.
 */
final class Throughput {
    private static final int WORKLOADS = Integer.getInteger("benchmark.workloads", 10_000);
    private static final int QUEUES = 30;
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private final Site site;
    private final Path kubeconfig;
    private final Path folder;

    Throughput(Site site, Path kubeconfig, Path folder) {
        this.site = site;
        this.kubeconfig = kubeconfig;
        this.folder = folder;
    }

    void run() throws IOException, InterruptedException {
        for (int i = 0; i < QUEUES; i++) {
            site.queue("queue-" + i, WORKLOADS);
        }
        Site.each(WORKLOADS, i -> site.workload("bare-" + i, "nowhere"));
        try (Sight sight = new Sight(site.api())) {
            double bare = bare(sight);
            Site.each(WORKLOADS, i -> site.delete("bare-" + i));
            double workers = worker(sight);
            System.out.printf("worker / bare client: %.2f (aim: at least 0.7)%n", workers / bare);
        }
    }

    private double bare(Sight sight) throws InterruptedException {
        long start = System.nanoTime();
        AtomicInteger names = new AtomicInteger();
        Site.each(WORKLOADS, i -> {
            String name = "bare-" + i;
            site.patchStatus(name, admission("queue-" + i % QUEUES));
            for (String reason : new String[] {"QuotaReserved", "Admitted"}) {
                site.api().create(ApiResource.EVENT, Site.NAMESPACE, event(name, reason, names.incrementAndGet()));
            }
        });
        Sight.await(
                "what the bare client wrote",
                PATIENCE,
                () -> sight.admitted() == WORKLOADS && sight.events() == 2 * WORKLOADS);
        double rate = WORKLOADS / seconds(start);
        System.out.printf("bare client: %,d Workloads in %.1f s, %.0f/s%n", WORKLOADS, seconds(start), rate);
        return rate;
    }

    private static double seconds(long since) {
        return (System.nanoTime() - since) / 1e9;
    }

    /** What a worker writes when it admits. */
    private static ObjectNode admission(String queue) {
        String now = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        return Site.yaml("""
            {status: {admission: {clusterQueue: %1$s, podSetAssignments: [{name: main, count: 1, flavors: {cpu: default},
             resourceUsage: {cpu: '1'}}]}, conditions: [
             {type: QuotaReserved, status: 'True', reason: QuotaReserved, observedGeneration: 1, lastTransitionTime: '%2$s',
              message: Quota reserved in ClusterQueue %1$s},
             {type: Admitted, status: 'True', reason: Admitted, observedGeneration: 1, lastTransitionTime: '%2$s',
              message: The workload is admitted}]}}
            """.formatted(queue, now));
    }

    private static ObjectNode event(String workload, String reason, int number) {
        String now = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        return Site.yaml("""
            {apiVersion: v1, kind: Event, metadata: {name: %1$s.%2$d, namespace: %3$s}, involvedObject: {kind: Workload,
             apiVersion: kueue.x-k8s.io/v1beta2, namespace: %3$s, name: %1$s}, type: Normal, reason: %4$s, message:
             'Quota reserved in ClusterQueue queue-1, wait time since queued was 1s', firstTimestamp: '%5$s',
             lastTimestamp: '%5$s', count: 1, source: {component: bare}, reportingComponent: bare, reportingInstance: it}
            """.formatted(workload, number, Site.NAMESPACE, reason, now));
    }

    /** Its time begins with its first admission: a start is not what is measured. */
    private double worker(Sight sight) throws IOException, InterruptedException {
        int told = sight.events();
        Site.each(WORKLOADS, i -> site.workload("work-" + i, "queue-" + i % QUEUES));
        try (WorkerProcess worker = new WorkerProcess(kubeconfig, folder)) {
            Sight.await("the first admission", PATIENCE, () -> {
                worker.requireAlive();
                return sight.admitted() > WORKLOADS;
            });
            int before = sight.admitted() - WORKLOADS;
            Duration cpu = worker.cpu();
            long start = System.nanoTime();
            Sight.await("the last admission and its events", PATIENCE, () -> {
                worker.requireAlive();
                return sight.admitted() == 2 * WORKLOADS && sight.events() - told >= 2 * WORKLOADS;
            });
            int admitted = WORKLOADS - before;
            double rate = admitted / seconds(start);
            System.out.printf(
                    "worker: %,d Workloads in %.1f s, %.0f/s; CPU per Workload %.2f ms; peak RSS %.0f MB (aim: at most"
                            + " 350)%n",
                    admitted,
                    seconds(start),
                    rate,
                    worker.cpu().minus(cpu).toMillis() / (double) admitted,
                    worker.peakMegabytes());
            return rate;
        }
    }
}
