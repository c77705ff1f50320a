package dev.turnstile.playground.endurance;

import static dev.turnstile.playground.endurance.ApiMetrics.has;

import dev.turnstile.embedded.client.HttpApi;
import dev.turnstile.embedded.client.Kubeconfig;
import dev.turnstile.service.DeployedAccount;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Predicate;

/** One scheduler under upstream's load, on a kube-apiserver and etcd of its own. */
final class BenchmarkRun {
    /** Who schedules. */
    enum Candidate {
        UPSTREAM,
        OURS
    }

    /**
     * What was measured.
     *
     * @param figures by name, in the order of the table
     * @param requests by verb and resource; those of upstream's runner are among them
     */
    record Result(Map<String, Double> figures, Map<String, Long> requests) {}

    private final Path peer;
    private final Path assets;
    private final LoadSize size;
    private final Path folder;

    BenchmarkRun(Path peer, Path assets, LoadSize size, Path folder) {
        this.peer = peer;
        this.assets = assets;
        this.size = size;
        this.folder = folder;
    }

    /** Runs it to the end. */
    Result run(Candidate candidate) throws IOException, InterruptedException {
        // Each with the definitions that it is released with.
        Path definitions = candidate == Candidate.OURS
                ? Repository.file("deploy/crds")
                : peer.resolve("source/config/components/crd/bases");
        Path generator = size.generator(peer, folder);
        try (Upstream runner = new Upstream(peer, assets, generator, definitions, size.longest(), folder)) {
            String administrators = runner.awaitCluster();
            try (HttpApi api = new HttpApi(Kubeconfig.parse(administrators));
                    SchedulerProcess scheduler = start(candidate, administrators)) {
                Duration before = runner.controlPlaneCpu();
                awaitReady(runner, scheduler);
                Duration startUp = scheduler.cpu();
                runner.awaitEnd(scheduler);
                Duration controlPlane = runner.controlPlaneCpu().minus(before);
                return result(runner, api, scheduler, startUp, controlPlane);
            }
        }
    }

    private SchedulerProcess start(Candidate candidate, String administrators) throws IOException {
        Path log = folder.resolve("service.log");
        // With its own rights, which the API server looks up; for an administrator, as upstream is one here, it does
        // not.
        String account = DeployedAccount.WORKER_SERVICE.kubeconfig(administrators);
        Path kubeconfig = Files.writeString(
                folder.resolve("service.kubeconfig"), candidate == Candidate.OURS ? account : administrators);
        if (candidate == Candidate.UPSTREAM) {
            return new PeerProcess(peer, kubeconfig, log);
        }
        Path configuration = Files.writeString(folder.resolve("configuration.yaml"), """
            apiVersion: config.kueue.x-k8s.io/v1beta2
            kind: Configuration
            """);
        return ServiceProcess.released(kubeconfig, configuration, log);
    }

    private static void awaitReady(Upstream runner, SchedulerProcess scheduler) {
        while (!scheduler.isReady()) {
            if (!runner.isRunning() || !scheduler.isAlive()) {
                throw new IllegalStateException("the scheduler did not begin to work");
            }
            Pause.of(Duration.ofMillis(100));
        }
    }

    private Result result(
            Upstream runner, HttpApi api, SchedulerProcess scheduler, Duration startUp, Duration controlPlane)
            throws IOException, InterruptedException {
        ApiMetrics metrics = ApiMetrics.of(api);
        Census census = Census.of(api);
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put("workloads not finished", (double) census.unfinished().size());
        figures.put("wall, s", census.took().toMillis() / 1e3);
        double cpu = seconds(scheduler.cpu().minus(startUp));
        double peak = scheduler.peakMegabytes();
        OptionalLong eventsDropped = scheduler.eventsDropped();
        // While there is an API server to take leave of.
        scheduler.close();
        runner.finish();
        Upstream.Seen seen = runner.seen()
                .orElseThrow(() -> new IllegalStateException("the runner gave up; see its log in " + folder));
        seen.admission().forEach((name, mean) -> figures.put("admission of " + name + ", s", mean));
        figures.put("CPU of the service, s", cpu);
        figures.put("CPU of its start-up, s", seconds(startUp));
        figures.put("peak RSS of the service, MB", peak);
        figures.put("CPU of kube-apiserver and etcd, s", seconds(controlPlane));
        long statusWrites = statusWrites(metrics, census, seen);
        figures.put("status patches of Workloads", (double) statusWrites);
        figures.put("status patches for each Workload", (double) statusWrites / census.workloads());
        figures.put("status patches of queues", (double) writes(metrics, queueStatus()));
        long events = writes(metrics, has("resource", "events").and(has("verb", "POST")));
        figures.put("events created", (double) events);
        figures.put("events for each Workload", (double) events / census.workloads());
        figures.put("events counted", (double)
                writes(metrics, has("resource", "events").and(has("verb", "PATCH"))));
        eventsDropped.ifPresent(count -> figures.put("events dropped", (double) count));
        figures.put("refused with a conflict", (double) metrics.requests(has("code", "409")));
        figures.put("evictions", (double) seen.evictions());
        return new Result(figures, new TreeMap<>(metrics.requestsByKind()));
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1e3;
    }

    /** Those of the scheduler: the runner writes one for each that it finishes and each whose eviction it completes. */
    private static long statusWrites(ApiMetrics metrics, Census census, Upstream.Seen seen) {
        long all = writes(metrics, has("resource", "workloads").and(has("subresource", "status")));
        return all - census.finished() - seen.evictions();
    }

    private static Predicate<String> queueStatus() {
        return has("subresource", "status").and(has("resource", "clusterqueues").or(has("resource", "localqueues")));
    }

    private static long writes(ApiMetrics metrics, Predicate<String> series) {
        Predicate<String> read = has("verb", "GET").or(has("verb", "LIST")).or(has("verb", "WATCH"));
        return metrics.requests(series.and(ApiMetrics::succeeded).and(read.negate()));
    }
}
