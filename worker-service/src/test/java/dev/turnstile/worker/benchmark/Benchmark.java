package dev.turnstile.worker.benchmark;

import dev.turnstile.embedded.benchmark.RealControlPlane;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Runs both benchmarks against a real kube-apiserver with etcd. Arguments: the folder with the definitions, and the
 * folder with the binaries.
 */
public final class Benchmark {
    private Benchmark() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        if (arguments.length < 2 || arguments[1].isEmpty()) {
            throw new IllegalArgumentException(
                    "no kube-apiserver: set KUBEBUILDER_ASSETS to the folder that ci/control-plane/install prints");
        }
        Path folder = Files.createTempDirectory("worker-benchmark");
        try (RealControlPlane plane = new RealControlPlane(Path.of(arguments[1]))) {
            plane.awaitReady();
            Path kubeconfig = Files.writeString(folder.resolve("kubeconfig"), plane.kubeconfig());
            Site site = new Site(plane.kubeconfig(), Path.of(arguments[0]));
            new Throughput(site, kubeconfig, folder).run();
            new Reaction(site, kubeconfig, folder).run();
        }
    }
}
