package dev.turnstile.embedded.benchmark;

import dev.turnstile.embedded.EmbeddedCluster;
import dev.turnstile.embedded.Options;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;

/**
 * Prints what the embedded cluster does in a second, beside a real kube-apiserver with etcd on the same machine, in the
 * same run. Arguments: the Workload definition, and the folder with the binaries (without it, the embedded one runs
 * alone).
 */
public final class Benchmark {
    private static final int WORKLOADS = 10_000;
    private static final int PATCHES = 5_000;

    private Benchmark() {}

    private record Result(double creates, double patches, double list, double fanOut) {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path definition = Path.of(arguments[0]);
        Result embedded = embedded(definition);
        if (arguments.length < 2 || arguments[1].isEmpty()) {
            System.out.println("no kube-apiserver given: set KUBEBUILDER_ASSETS to compare");
            return;
        }
        try (RealControlPlane plane = new RealControlPlane(Path.of(arguments[1]));
                Endpoint endpoint = plane.endpoint()) {
            Result real = measure("kube-apiserver", new Load(endpoint), definition);
            System.out.printf(
                    "embedded / kube-apiserver: creates %.1f x, status patches %.1f x, list %.1f x, fan-out %.1f x%n",
                    embedded.creates() / real.creates(),
                    embedded.patches() / real.patches(),
                    real.list() / embedded.list(),
                    real.fanOut() / embedded.fanOut());
        }
    }

    private static Result embedded(Path definition) throws IOException, InterruptedException {
        try (EmbeddedCluster cluster = EmbeddedCluster.start(Options.defaults().running(Set.of()));
                Endpoint endpoint = new Endpoint(cluster.server(), cluster.token())) {
            Load load = new Load(endpoint);
            Result result = measure("embedded", load, definition);
            System.out.printf(
                    "embedded: heap after GC with %,d Workloads %.0f MB (client included)%n", WORKLOADS, heap());
            load.createsPerSecond(WORKLOADS, 2 * WORKLOADS);
            try (Load.Watchers watchers = load.watchers(100)) {
                double[] millis = watchers.getMillis(2 * WORKLOADS);
                double median = millis[millis.length / 2];
                double slow = millis[millis.length * 99 / 100];
                System.out.printf(
                        "embedded: get with %,d objects and 100 watchers: median %.2f ms, p99 %.2f ms, %.1f x%n",
                        2 * WORKLOADS, median, slow, slow / median);
            }
            return result;
        }
    }

    private static Result measure(String name, Load load, Path definition) throws IOException, InterruptedException {
        load.define(definition);
        double creates = load.createsPerSecond(0, WORKLOADS);
        double patches = load.statusPatchesPerSecond(0, PATCHES);
        double list = load.listMillis();
        double fanOut;
        try (Load.Watchers watchers = load.watchers(50)) {
            fanOut = watchers.fanOutMillis();
        }
        System.out.printf(
                "%s: %.0f creates/s, %.0f status patches/s, list of %,d in %.0f ms, one change to 50 watchers in %.1f"
                        + " ms%n",
                name, creates, patches, WORKLOADS, list, fanOut);
        return new Result(creates, patches, list, fanOut);
    }

    private static double heap() throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            System.gc();
            Thread.sleep(200);
        }
        return (Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory()) / 1e6;
    }
}
