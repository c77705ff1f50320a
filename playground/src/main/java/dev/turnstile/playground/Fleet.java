package dev.turnstile.playground;

import dev.turnstile.embedded.EmbeddedCluster;
import dev.turnstile.embedded.KubeconfigFile;
import dev.turnstile.embedded.Options;
import dev.turnstile.embedded.control.kubelet.NodeSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Embedded clusters that live and end together, and the one kubeconfig that reaches them all. */
final class Fleet implements AutoCloseable {
    private static final String MANAGER = "manager";

    private final List<EmbeddedCluster> clusters;

    private Fleet(List<EmbeddedCluster> clusters) {
        this.clusters = clusters;
    }

    /** A manager cluster and three workers, or those that were asked for; with nodes, and nothing of ours yet. */
    static Fleet start(Arguments arguments) {
        return start(names(arguments), arguments);
    }

    /** What the clusters are called, in the order of their ports. */
    static List<String> names(Arguments arguments) {
        return arguments.bare()
                ? IntStream.rangeClosed(1, arguments.bareClusters())
                        .mapToObj(number -> "cluster-" + number)
                        .toList()
                : List.of(MANAGER, "worker-1", "worker-2", "worker-3");
    }

    private static Fleet start(List<String> names, Arguments arguments) {
        List<EmbeddedCluster> started = new ArrayList<>();
        try {
            for (String name : names) {
                started.add(EmbeddedCluster.start(Options.defaults()
                        .named(name)
                        .onPort(arguments.port(started.size()))
                        .withNodes(NodeSpec.named(name + "-node-1"), NodeSpec.named(name + "-node-2"))
                        .atSpeed(arguments.speed())));
            }
        } catch (RuntimeException e) {
            new Fleet(started).close();
            throw e;
        }
        return new Fleet(List.copyOf(started));
    }

    List<EmbeddedCluster> clusters() {
        return clusters;
    }

    /** Where the manager-service runs. */
    EmbeddedCluster manager() {
        return clusters.getFirst();
    }

    /** Where jobs run. */
    List<EmbeddedCluster> workers() {
        return clusters.subList(1, clusters.size());
    }

    /** Written beside its place and moved there, so that no reader finds half of it. */
    void writeKubeconfig(Arguments arguments) throws IOException {
        Files.createDirectories(arguments.folder());
        Path part = Files.createTempFile(arguments.folder(), "kubeconfig", ".part");
        Files.writeString(part, KubeconfigFile.of(clusters));
        Files.move(part, arguments.kubeconfig(), StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    @Override
    public void close() {
        clusters.reversed().forEach(EmbeddedCluster::close);
    }
}
