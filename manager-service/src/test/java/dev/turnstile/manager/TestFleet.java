package dev.turnstile.manager;

import dev.turnstile.embedded.EmbeddedCluster;
import dev.turnstile.embedded.Options;
import dev.turnstile.embedded.control.kubelet.NodeSpec;
import dev.turnstile.embedded.testing.TestCluster;
import dev.turnstile.manager.cluster.KubeconfigConnector;
import dev.turnstile.manager.observe.Telemetry;
import dev.turnstile.model.config.Configuration;
import dev.turnstile.model.config.Reading;
import dev.turnstile.service.DeployedAccount;
import dev.turnstile.service.TestClient;
import dev.turnstile.service.informer.ApiConnection;
import dev.turnstile.service.informer.ApiResource;
import dev.turnstile.service.informer.ApiStatusException;
import dev.turnstile.service.informer.HttpApiConnection;
import dev.turnstile.service.thread.Threads;
import dev.turnstile.worker.WorkerService;
import io.kubernetes.client.openapi.ApiClient;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Base64;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * A manager cluster and three worker clusters with real worker-services, and a manager that each test starts as it
 * needs it. Stories keep apart by namespaces and queues of their own.
 */
final class TestFleet extends FleetObjects implements AutoCloseable {
    private static final ApiResource DEFINITION =
            new ApiResource("apiextensions.k8s.io/v1", "CustomResourceDefinition", "customresourcedefinitions", false);

    /** The worker's side knows the feature in every story; the manager's own switch is what the stories turn. */
    private static final String WORKER_CONFIGURATION = """
        apiVersion: config.kueue.x-k8s.io/v1beta2
        kind: Configuration
        leaderElection: {leaderElect: false}
        integrations: {frameworks: [batch/job, pod]}
        featureGates: {MultiKueueOrchestratedPreemption: true, PodIntegrationFastQuotaRelease: false}
        """;

    private static final class Shared {
        private static final TestFleet FLEET = new TestFleet();

        static {
            Runtime.getRuntime().addShutdownHook(new Thread(FLEET::close));
        }
    }

    private final Map<String, EmbeddedCluster> embedded = new LinkedHashMap<>();
    private final Map<String, TestCluster> real = new LinkedHashMap<>();
    private final Map<String, String> clusters = new LinkedHashMap<>();
    private final Map<String, String> accounts = new LinkedHashMap<>();
    private final Map<String, ApiConnection> connections = new LinkedHashMap<>();
    private final Map<String, ConfigurableApplicationContext> workers = new LinkedHashMap<>();
    private final Set<String> away = new HashSet<>();
    private final Map<String, Integer> tellings = new ConcurrentHashMap<>();
    private final Path folder;
    private final boolean services;

    /** The one fleet of this JVM with its worker-services, of the kind of cluster that was chosen. */
    static TestFleet shared() {
        return Shared.FLEET;
    }

    /** All clusters with their worker-services. */
    private TestFleet() {
        this(WORKERS, true);
    }

    /** The manager's cluster and these; the others are only named by the config. */
    TestFleet(List<String> connected, boolean services) {
        this.services = services;
        try {
            folder = Files.createTempDirectory("fleet");
            Files.writeString(folder.resolve("worker.yaml"), WORKER_CONFIGURATION);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Stream.concat(Stream.of(MANAGER), connected.stream()).forEach(this::startCluster);
        connected.forEach(this::connect);
        create(MANAGER, CONFIG, "", "{metadata: {name: fleet}, spec: {clusters: [worker1, worker2, worker3]}}");
        create(
                MANAGER,
                CHECK,
                "",
                "{metadata: {name: mk}, spec: {controllerName: kueue.x-k8s.io/multikueue, parameters: {apiGroup:"
                        + " kueue.x-k8s.io, kind: MultiKueueConfig, name: fleet}}}");
    }

    private void startCluster(String name) {
        if (TestCluster.chosen() == TestCluster.Kind.EMBEDDED) {
            EmbeddedCluster cluster = EmbeddedCluster.start(Options.defaults()
                    .named(name)
                    .withNodes(NodeSpec.named("node-1"), NodeSpec.named("node-2"))
                    .atSpeed(1));
            embedded.put(name, cluster);
            clusters.put(name, cluster.kubeconfig());
        } else {
            TestCluster cluster = TestCluster.start();
            real.put(name, cluster);
            clusters.put(name, cluster.kubeconfig());
        }
        connections.put(name, new HttpApiConnection(TestClient.of(kubeconfig(name))));
        try (Stream<Path> files = Files.list(Path.of("..", "deploy", "crds"))) {
            for (Path file : files.sorted().toList()) {
                create(name, DEFINITION, "", Files.readString(file));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        eventually("the definitions are served", () -> answers(name));
        accounts.put(
                name,
                (name.equals(MANAGER) ? DeployedAccount.MANAGER_SERVICE : DeployedAccount.REMOTE_MANAGER)
                        .kubeconfig(kubeconfig(name)));
        create(name, FLAVOR, "", "{metadata: {name: default}}");
        create(name, PRIORITY, "", "{metadata: {name: high}, value: 1000}");
        create(name, PRIORITY, "", "{metadata: {name: low}, value: 100}");
        if (services) {
            startWorker(name);
        }
    }

    void startWorker(String cluster) {
        Path kubeconfig = folder.resolve(cluster + ".kubeconfig");
        try {
            Files.writeString(kubeconfig, DeployedAccount.WORKER_SERVICE.kubeconfig(kubeconfig(cluster)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        workers.put(
                cluster,
                WorkerService.start(
                        "--kubeconfig=" + kubeconfig,
                        "--config=" + folder.resolve("worker.yaml"),
                        "--server.port=0",
                        "--management.server.port=0",
                        "--webhook.port=0",
                        "--kueue.visibilityServer.bindPort=0",
                        "--spring.main.register-shutdown-hook=false"));
    }

    void stopWorker(String cluster) {
        Objects.requireNonNull(workers.remove(cluster), cluster).close();
    }

    private void connect(String worker) {
        String text = Base64.getEncoder().encodeToString(account(worker).getBytes(StandardCharsets.UTF_8));
        create(
                MANAGER,
                SECRET,
                "kueue-system",
                "{metadata: {name: %s-secret, namespace: kueue-system}, data: {kubeconfig: %s}}"
                        .formatted(worker, text));
        create(
                MANAGER,
                CLUSTER,
                "",
                "{metadata: {name: %s}, spec: {clusterSource: {kubeConfig: {locationType: Secret, location: %s-secret}}}}"
                        .formatted(worker, worker));
    }

    /** As a manager-service of its own comes to that cluster. */
    ApiClient client(String name) {
        return TestClient.of(account(name));
    }

    @Override
    ApiConnection api(String cluster) {
        return Objects.requireNonNull(connections.get(cluster), cluster);
    }

    /** Nothing reaches that cluster: an embedded one is partitioned, the API of another ends. */
    void cutOff(String name) {
        TestCluster cluster = real.get(name);
        if (cluster == null) {
            cluster(name).faults().partition(true);
        } else if (away.add(name)) {
            cluster.stopApi();
        }
    }

    /** It is reached again, with what it had; nothing happens where it is. */
    void reconnect(String name) {
        TestCluster cluster = real.get(name);
        if (cluster == null) {
            cluster(name).faults().partition(false);
        } else if (away.remove(name)) {
            cluster.startApi();
            eventually(name + " answers", () -> answers(name));
        }
    }

    private boolean answers(String name) {
        try {
            api(name).get(WORKLOAD.path(), Map.of());
            return true;
        } catch (ApiStatusException | UncheckedIOException e) {
            return false;
        }
    }

    /**
     * How long a container says that it runs, which then takes so many seconds on the kind of cluster that was chosen.
     */
    String seconds(int seconds) {
        return Integer.toString(real.isEmpty() ? seconds : seconds * TestCluster.SPEED);
    }

    /** An embedded cluster, for its faults. */
    EmbeddedCluster cluster(String name) {
        return Objects.requireNonNull(embedded.get(name), name);
    }

    /** As whom a manager-service comes to that cluster: as deployed. */
    String account(String name) {
        return Objects.requireNonNull(accounts.get(name), name);
    }

    String kubeconfig(String name) {
        return Objects.requireNonNull(clusters.get(name), name);
    }

    /** A manager with this under {@code multiKueue} and {@code featureGates} of its configuration. */
    ManagerRuntime startManager(String multiKueue, String featureGates) {
        return startManager(multiKueue, featureGates, new SimpleMeterRegistry());
    }

    /** One that can be killed; it does not run yet. */
    FragileManager fragileManager(String multiKueue, String featureGates) {
        Configuration configuration = configuration(multiKueue, featureGates);
        return new FragileManager(client(MANAGER), () -> configuration, "manager", Clock.systemUTC());
    }

    private static Configuration configuration(String multiKueue, String featureGates) {
        return Reading.ofText("""
            apiVersion: config.kueue.x-k8s.io/v1beta2
            kind: Configuration
            leaderElection: {leaderElect: false}
            multiKueue: {%s}
            featureGates: {%s}
            """.formatted(multiKueue, featureGates)).orThrow();
    }

    ManagerRuntime startManager(String multiKueue, String featureGates, MeterRegistry registry) {
        Configuration configuration = configuration(multiKueue, featureGates);
        ManagerRuntime manager = new ManagerRuntime(
                new HttpApiConnection(client(MANAGER)),
                new KubeconfigConnector(),
                Threads.system(),
                () -> configuration,
                "manager",
                Clock.systemUTC(),
                new Telemetry(registry, ObservationRegistry.NOOP));
        manager.start();
        eventually(
                "all clusters are connected",
                () -> manager.active()
                        && clusters.keySet().stream()
                                .filter(name -> !name.equals(MANAGER))
                                .allMatch(worker -> {
                                    var remote = manager.remotes().get(worker);
                                    return remote != null && remote.link().connected();
                                }));
        return manager;
    }

    /**
     * A namespace, and in every cluster queues for it: 100 cpu on the manager, so many on the workers. Answers with its
     * name, which is not quite the one that is asked for where a test that failed is run again on the same clusters.
     */
    String queues(String name, String cpu) {
        return queues(name, cpu, "preemption: {withinClusterQueue: LowerPriority},");
    }

    /** The same, with that in the spec of the workers' ClusterQueues. */
    String queues(String name, String cpu, String workerQueue) {
        int told = tellings.merge(name, 1, Integer::sum);
        String namespace = told == 1 ? name : name + "-" + told;
        clusters.keySet().forEach(cluster -> {
            boolean manager = cluster.equals(MANAGER);
            create(cluster, ApiResource.NAMESPACE, "", "{metadata: {name: " + namespace + "}}");
            create(
                    cluster,
                    CLUSTER_QUEUE,
                    "",
                    ("{metadata: {name: %s}, spec: {namespaceSelector: {}, %s resourceGroups: [{coveredResources:"
                        + " [cpu], flavors: [{name: default, resources: [{name: cpu, nominalQuota: '%s'}]}]}]}}")
                            .formatted(
                                    namespace,
                                    manager ? "admissionChecksStrategy: {admissionChecks: [{name: mk}]}," : workerQueue,
                                    manager ? "100" : cpu));
            create(
                    cluster,
                    LOCAL_QUEUE,
                    namespace,
                    "{metadata: {name: main, namespace: %s}, spec: {clusterQueue: %s}}"
                            .formatted(namespace, namespace));
        });
        return namespace;
    }

    /** A Job of one-cpu pods that run until someone stops them, or for {@code runs}. */
    void job(String cluster, String namespace, String name, int pods, String priority, String runs) {
        String managed = cluster.equals(MANAGER) ? "managedBy: kueue.x-k8s.io/multikueue," : "";
        create(
                cluster,
                ApiResource.JOB,
                namespace,
                ("{metadata: {name: %s, namespace: %s, labels: {kueue.x-k8s.io/queue-name: main,"
                    + " kueue.x-k8s.io/priority-class: %s}}, spec: {suspend: true, %s parallelism: %d, completions:"
                    + " %d, template: {spec: {terminationGracePeriodSeconds: 1, restartPolicy: Never, containers:"
                    + " [{name: c, image: 'example.com/app:1', command: [sleep, '%s'], resources: {requests: {cpu:"
                    + " '1'}}}]}}}}")
                        .formatted(name, namespace, priority, managed, pods, pods, runs));
    }

    FleetStory story(String name, String cpu) {
        return new FleetStory(this, queues(name, cpu));
    }

    FleetStory story(String name, String cpu, String workerQueue) {
        return new FleetStory(this, queues(name, cpu, workerQueue));
    }

    @Override
    public void close() {
        workers.values().forEach(ConfigurableApplicationContext::close);
        embedded.values().forEach(EmbeddedCluster::close);
        real.values().forEach(TestCluster::close);
    }
}
