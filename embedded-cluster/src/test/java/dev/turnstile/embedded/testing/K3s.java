package dev.turnstile.embedded.testing;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.k3s.K3sContainer;
import org.testcontainers.utility.DockerImageName;

/**
 * A k3s in a container. The one class that knows Testcontainers: modules that have it not among their test dependencies
 * can use the other clusters.
 */
final class K3s implements TestCluster.Server {
    private static final DockerImageName IMAGE = DockerImageName.parse("rancher/k3s:v1.36.3-k3s1");

    // Its own node takes no pods: they go to the played ones. What it would run beside the API is not needed.
    private static final List<String> BARE = List.of(
            "--node-taint=turnstile.dev/not-played=true:NoSchedule",
            "--disable=coredns",
            "--disable=local-storage",
            "--disable=metrics-server",
            "--disable=servicelb");

    private final K3sContainer container;

    private K3s(K3sContainer container) {
        this.container = container;
    }

    /** Whether there is a container engine. */
    static boolean canStart() {
        return DockerClientFactory.instance().isDockerAvailable();
    }

    static K3s start() {
        var container = new K3sContainer(IMAGE);
        var command = new ArrayList<>(Arrays.asList(container.getCommandParts()));
        command.addAll(BARE);
        container.withCommand(command.toArray(String[]::new));
        container.start();
        return new K3s(container);
    }

    @Override
    public String kubeconfig() {
        return container.getKubeConfigYaml();
    }

    @Override
    public void stopApi() {
        container
                .getDockerClient()
                .pauseContainerCmd(container.getContainerId())
                .exec();
    }

    @Override
    public void startApi() {
        container
                .getDockerClient()
                .unpauseContainerCmd(container.getContainerId())
                .exec();
    }

    @Override
    public void close() {
        container.stop();
    }
}
