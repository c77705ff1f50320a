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
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.springframework.context.ConfigurableApplicationContext;

/** Turnstile's services as they are, each in a Spring context of its own, talking HTTP to its cluster. */
final class Services implements AutoCloseable {
    /** A service, where it listens, and how it is started again. */
    record Running(
            String name,
            String cluster,
            Function<String[], ConfigurableApplicationContext> program,
            ConfigurableApplicationContext context,
            int server,
            int management) {
        static Running of(
                String name,
                String cluster,
                Function<String[], ConfigurableApplicationContext> program,
                ConfigurableApplicationContext context) {
            return new Running(name, cluster, program, context, port(context, "server"), port(context, "management"));
        }

        private static int port(ConfigurableApplicationContext context, String purpose) {
            return Integer.parseInt(context.getEnvironment().getRequiredProperty("local." + purpose + ".port"));
        }
    }

    private final Arguments arguments;
    private final Path folder;
    private final List<Running> running = new ArrayList<>();
    private boolean orchestrated = true;

    private Services(Arguments arguments) {
        this.arguments = arguments;
        this.folder = arguments.folder();
    }

    /**
     * A worker-service in every cluster, the manager's own included, and the manager-service beside the first.
     *
     * @param enough asked before each: whether no more are wanted
     */
    static Services start(Fleet fleet, Arguments arguments, BooleanSupplier enough) {
        Services services = new Services(arguments);
        try {
            for (EmbeddedCluster cluster : fleet.clusters()) {
                if (enough.getAsBoolean()) {
                    return services;
                }
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
        int offset = Ports.FIRST_SERVICE + Ports.PER_SERVICE * running.size();
        written(cluster.name() + ".kubeconfig", cluster.kubeconfig());
        ConfigurableApplicationContext context = program.apply(commandLine(
                cluster.name(), true, arguments.port(offset), arguments.port(offset + 1), arguments.port(offset + 2)));
        running.add(Running.of(service, cluster.name(), program, context));
    }

    private String[] commandLine(String cluster, boolean withOrchestration, int server, int management, int webhook) {
        String configuration = withOrchestration ? "configuration.yaml" : "configuration-without-orchestration.yaml";
        return new String[] {
            "--kubeconfig=" + folder.resolve(cluster + ".kubeconfig"),
            "--config=" + written(configuration, configuration(withOrchestration)),
            // Everybody may look here, so nobody from outside.
            "--server.address=127.0.0.1",
            "--management.server.address=127.0.0.1",
            "--server.port=" + server,
            "--management.server.port=" + management,
            "--webhook.port=" + webhook,
            // Nothing asks for it here yet; three workers share this machine.
            "--kueue.visibilityServer.bindPort=0",
            "--spring.profiles.active=playground",
            "--spring.main.register-shutdown-hook=false",
        };
    }

    /** All proposals and all kinds of jobs on, and everything measured; what a cluster's administrator would write. */
    private static String configuration(boolean withOrchestration) {
        return """
            apiVersion: config.kueue.x-k8s.io/v1beta2
            kind: Configuration
            metrics:
              enableClusterQueueResources: true
            integrations:
              frameworks: [batch/job, pod]
            featureGates:
              MultiKueueOrchestratedPreemption: %b
              MultiKueuePreferNonPreempting: true
              WorkloadAdmissionConstraints: true
              SchedulingGatedBy: true
              PodIntegrationFastQuotaRelease: true
            """.formatted(withOrchestration);
    }

    /** The manager-service ends, and another one like it takes its place: as after a crash. */
    synchronized void restartManager() {
        restart(running.size() - 1, orchestrated);
    }

    /** The manager-service ends, and one with or without orchestrated preemption takes its place. */
    synchronized void restartManager(boolean withOrchestration) {
        orchestrated = withOrchestration;
        restartManager();
    }

    /** The worker-service of a cluster ends, and another one takes its place. */
    void restartWorker(String cluster) {
        for (int index = 0; index < running.size() - 1; index++) {
            if (running.get(index).cluster().equals(cluster)) {
                restart(index, true);
            }
        }
    }

    /** The manager-service ends, until it is started again. */
    synchronized void stopManager() {
        running.getLast().context().close();
    }

    /** Whether there is a manager-service. */
    synchronized boolean managerRuns() {
        return running.getLast().context().isActive();
    }

    private synchronized void restart(int index, boolean withOrchestration) {
        // A thread of the JDK's HTTP server does not know the class path of an executable jar.
        Thread.currentThread().setContextClassLoader(Services.class.getClassLoader());
        Running old = running.get(index);
        old.context().close();
        String[] commandLine = commandLine(old.cluster(), withOrchestration, old.server(), old.management(), 0);
        running.set(
                index,
                Running.of(
                        old.name(), old.cluster(), old.program(), old.program().apply(commandLine)));
    }

    /** Where a browser finds the console. */
    String console() {
        return "http://127.0.0.1:" + running.getLast().server() + "/console/fleet";
    }

    private Path written(String name, String text) {
        try {
            Files.createDirectories(folder);
            return Files.writeString(folder.resolve(name), text);
        } catch (IOException e) {
            throw new UncheckedIOException(name + " cannot be written to " + folder + ": " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        running.reversed().forEach(service -> service.context().close());
    }
}
