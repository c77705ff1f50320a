package dev.turnstile.playground;

import dev.turnstile.embedded.EmbeddedCluster;
import dev.turnstile.manager.ManagerService;
import dev.turnstile.worker.WorkerService;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.springframework.context.ConfigurableApplicationContext;

/** Turnstile's services as they are, each in a Spring context of its own, talking HTTP to its cluster. */
final class Services implements AutoCloseable {
    /** All proposals on; what a cluster's administrator would write. */
    private static final String CONFIGURATION = """
        apiVersion: config.kueue.x-k8s.io/v1beta2
        kind: Configuration
        featureGates:
          MultiKueueOrchestratedPreemption: true
          MultiKueuePreferNonPreempting: true
          WorkloadAdmissionConstraints: true
          SchedulingGatedBy: true
          PodIntegrationFastQuotaRelease: true
        """;

    private static final int FIRST_SERVICE_PORT = 10;
    private static final int PORTS_PER_SERVICE = 3;

    /** A service that runs. */
    record Running(String name, String cluster, ConfigurableApplicationContext context) {
        int port(String purpose) {
            return Integer.parseInt(context.getEnvironment().getRequiredProperty("local." + purpose + ".port"));
        }
    }

    private final Arguments arguments;
    private final Path folder;
    private final List<Running> running = new ArrayList<>();

    private Services(Arguments arguments) {
        this.arguments = arguments;
        this.folder = arguments.folder();
    }

    static Services none(Arguments arguments) {
        return new Services(arguments);
    }

    /** A worker-service in every cluster, the manager's own included, and the manager-service beside the first. */
    static Services start(Fleet fleet, Arguments arguments) {
        Services services = new Services(arguments);
        try {
            for (EmbeddedCluster cluster : fleet.clusters()) {
                Manifests.install(cluster);
                services.start("worker-service", cluster, WorkerService::start);
            }
            services.start("manager-service", fleet.manager(), ManagerService::start);
            fleet.clusters().forEach(Manifests::awaitWebhooks);
        } catch (RuntimeException e) {
            services.close();
            throw e;
        }
        return services;
    }

    List<Running> running() {
        return List.copyOf(running);
    }

    private void start(
            String service, EmbeddedCluster cluster, Function<String[], ConfigurableApplicationContext> program) {
        int offset = FIRST_SERVICE_PORT + PORTS_PER_SERVICE * running.size();
        ConfigurableApplicationContext context = program.apply(new String[] {
            "--kubeconfig=" + written(cluster.name() + ".kubeconfig", cluster.kubeconfig()),
            "--config=" + written("configuration.yaml", CONFIGURATION),
            "--server.port=" + arguments.port(offset),
            "--management.server.port=" + arguments.port(offset + 1),
            "--webhook.port=" + arguments.port(offset + 2),
            "--spring.main.register-shutdown-hook=false",
        });
        running.add(new Running(service, cluster.name(), context));
    }

    private Path written(String name, String text) {
        try {
            Files.createDirectories(folder);
            return Files.writeString(folder.resolve(name), text);
        } catch (IOException e) {
            throw new UncheckedIOException(name + " can not be written to " + folder + ": " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        running.reversed().forEach(service -> service.context().close());
    }
}
