package dev.turnstile.manager;

import static org.awaitility.Awaitility.await;

import dev.turnstile.embedded.EmbeddedCluster;
import dev.turnstile.embedded.Options;
import dev.turnstile.embedded.control.kubelet.NodeSpec;
import dev.turnstile.embedded.testing.TestCluster;
import dev.turnstile.model.config.Configuration;
import dev.turnstile.model.config.Reading;
import dev.turnstile.model.meta.KubernetesJson;
import dev.turnstile.service.informer.ApiConnection;
import dev.turnstile.service.informer.ApiResource;
import dev.turnstile.service.informer.ApiStatusException;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.worker.WorkerService;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.util.ClientBuilder;
import io.kubernetes.client.util.KubeConfig;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.springframework.context.ConfigurableApplicationContext;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A manager cluster and three worker clusters with real worker-services, and a manager that each test starts as it
 * needs it. Stories keep apart by namespaces and queues of their own.
 */
final class TestFleet implements AutoCloseable {
    static final String MANAGER = "manager";
    static final List<String> WORKERS = List.of("worker1", "worker2", "worker3");
    static final ApiResource WORKLOAD = kueue("Workload", "workloads", true);
    static final ApiResource CLUSTER_QUEUE = kueue("ClusterQueue", "clusterqueues", false);
    static final ApiResource LOCAL_QUEUE = kueue("LocalQueue", "localqueues", true);
    static final ApiResource FLAVOR = kueue("ResourceFlavor", "resourceflavors", false);
    static final ApiResource PRIORITY = kueue("WorkloadPriorityClass", "workloadpriorityclasses", false);
    static final ApiResource CHECK = kueue("AdmissionCheck", "admissionchecks", false);
    static final ApiResource CLUSTER = kueue("MultiKueueCluster", "multikueueclusters", false);
    static final ApiResource CONFIG = kueue("MultiKueueConfig", "multikueueconfigs", false);
    static final ApiResource POD = new ApiResource("v1", "Pod", "pods", true);
    static final ApiResource SECRET = new ApiResource("v1", "Secret", "secrets", true);
    private static final ApiResource DEFINITION =
            new ApiResource("apiextensions.k8s.io/v1", "CustomResourceDefinition", "customresourcedefinitions", false);
    private static final Duration PATIENCE = Duration.ofSeconds(40);

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
    private final Map<String, ApiConnection> connections = new LinkedHashMap<>();
    private final Map<String, ConfigurableApplicationContext> workers = new LinkedHashMap<>();
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

    private static ApiResource kueue(String kind, String plural, boolean namespaced) {
        return new ApiResource("kueue.x-k8s.io/v1beta2", kind, plural, namespaced);
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
        connections.put(name, new ApiConnection(client(name)));
        try (Stream<Path> files = Files.list(Path.of("..", "deploy", "crds"))) {
            for (Path file : files.sorted().toList()) {
                create(name, DEFINITION, "", Files.readString(file));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        eventually("the definitions are served", () -> served(name));
        create(name, ApiResource.NAMESPACE, "", "{metadata: {name: kueue-system}}");
        create(name, FLAVOR, "", "{metadata: {name: default}}");
        create(name, PRIORITY, "", "{metadata: {name: high}, value: 1000}");
        create(name, PRIORITY, "", "{metadata: {name: low}, value: 100}");
        if (services) {
            startWorker(name);
        }
    }

    private boolean served(String cluster) {
        try {
            api(cluster).get(WORKLOAD.path(), Map.of());
            return true;
        } catch (ApiStatusException e) {
            return false;
        }
    }

    void startWorker(String cluster) {
        Path kubeconfig = folder.resolve(cluster + ".kubeconfig");
        try {
            Files.writeString(kubeconfig, kubeconfig(cluster));
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
                        "--spring.main.register-shutdown-hook=false"));
    }

    void stopWorker(String cluster) {
        Objects.requireNonNull(workers.remove(cluster), cluster).close();
    }

    private void connect(String worker) {
        String text = Base64.getEncoder().encodeToString(kubeconfig(worker).getBytes(StandardCharsets.UTF_8));
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

    private ApiClient client(String name) {
        try {
            return ClientBuilder.kubeconfig(KubeConfig.loadKubeConfig(new StringReader(kubeconfig(name))))
                    .build();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private ApiConnection api(String cluster) {
        return Objects.requireNonNull(connections.get(cluster), cluster);
    }

    /** An embedded cluster, for its faults. */
    EmbeddedCluster cluster(String name) {
        return Objects.requireNonNull(embedded.get(name), name);
    }

    String kubeconfig(String name) {
        return Objects.requireNonNull(clusters.get(name), name);
    }

    /** A manager with this under {@code multiKueue} and {@code featureGates} of its configuration. */
    ManagerRuntime startManager(String multiKueue, String featureGates) {
        return startManager(multiKueue, featureGates, new SimpleMeterRegistry());
    }

    ManagerRuntime startManager(String multiKueue, String featureGates, MeterRegistry registry) {
        Configuration configuration =
                Reading.ofText("""
                    apiVersion: config.kueue.x-k8s.io/v1beta2
                    kind: Configuration
                    leaderElection: {leaderElect: false}
                    multiKueue: {%s}
                    featureGates: {%s}
                    """.formatted(multiKueue, featureGates)).orThrow();
        ManagerRuntime manager =
                new ManagerRuntime(client(MANAGER), () -> configuration, "manager", Clock.systemUTC(), registry);
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

    /** A namespace, and in every cluster queues for it: 100 cpu on the manager, so many on the workers. */
    void queues(String namespace, String cpu) {
        queues(namespace, cpu, "preemption: {withinClusterQueue: LowerPriority},");
    }

    /** The same, with that in the spec of the workers' ClusterQueues. */
    void queues(String namespace, String cpu, String workerQueue) {
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

    ObjectNode create(String cluster, ApiResource resource, String namespace, String yaml) {
        ObjectNode object = yaml(yaml);
        object.put("apiVersion", resource.apiVersion()).put("kind", resource.kind());
        return api(cluster).create(resource, namespace, object);
    }

    static ObjectNode yaml(String text) {
        return KubernetesJson.tree(new Yaml().<Object>load(text));
    }

    void patch(String cluster, ApiResource resource, String namespace, String name, String yaml) {
        api(cluster).patch(resource, new ObjectKey(namespace, name), "", yaml(yaml));
    }

    void patchStatus(String cluster, ApiResource resource, String namespace, String name, String yaml) {
        api(cluster).patch(resource, new ObjectKey(namespace, name), "status", yaml(yaml));
    }

    void delete(String cluster, ApiResource resource, String namespace, String name) {
        api(cluster).delete(resource, new ObjectKey(namespace, name), yaml("{propagationPolicy: Background}"));
    }

    /** Without the time that a pod would have to end; nothing happens where it is gone. */
    void deleteNow(String cluster, ApiResource resource, String namespace, String name) {
        try {
            api(cluster).delete(resource, new ObjectKey(namespace, name), yaml("{gracePeriodSeconds: 0}"));
        } catch (ApiStatusException e) {
            if (!e.notFound()) {
                throw e;
            }
        }
    }

    FleetStory story(String namespace, String cpu) {
        queues(namespace, cpu);
        return new FleetStory(this, namespace);
    }

    FleetStory story(String namespace, String cpu, String workerQueue) {
        queues(namespace, cpu, workerQueue);
        return new FleetStory(this, namespace);
    }

    /** An object, or a missing node. */
    JsonNode get(String cluster, ApiResource resource, String namespace, String name) {
        try {
            return api(cluster).get(resource.path(new ObjectKey(namespace, name)), Map.of());
        } catch (ApiStatusException e) {
            if (e.notFound()) {
                return KubernetesJson.mapper().missingNode();
            }
            throw e;
        }
    }

    List<JsonNode> list(String cluster, ApiResource resource, String namespace) {
        return api(cluster)
                .get(resource.path(namespace), Map.of())
                .path("items")
                .valueStream()
                .toList();
    }

    /** The Workload of a Job of the manager, or a missing node. */
    JsonNode workload(String namespace, String job) {
        String uid = get(MANAGER, ApiResource.JOB, namespace, job)
                .path("metadata")
                .path("uid")
                .asString("none");
        return list(MANAGER, WORKLOAD, namespace).stream()
                .filter(workload -> workload.path("metadata")
                        .path("labels")
                        .path("kueue.x-k8s.io/job-uid")
                        .asString("")
                        .equals(uid))
                .findFirst()
                .orElseGet(() -> KubernetesJson.mapper().missingNode());
    }

    /** Its replica, or a missing node. */
    JsonNode replica(String cluster, String namespace, String job) {
        String name = workload(namespace, job).path("metadata").path("name").asString("");
        return name.isEmpty() ? KubernetesJson.mapper().missingNode() : get(cluster, WORKLOAD, namespace, name);
    }

    /** {@code Open}, {@code Closed}, or nothing where the replica has no state of our gate. */
    String gate(String cluster, String namespace, String job) {
        for (JsonNode gate : replica(cluster, namespace, job).path("status").path("preemptionGates")) {
            if (gate.path("name").asString("").equals("kueue.x-k8s.io/multikueue")) {
                return gate.path("state").asString("");
            }
        }
        return "";
    }

    List<String> open(String namespace, String job) {
        return WORKERS.stream()
                .filter(worker -> gate(worker, namespace, job).equals("Open"))
                .toList();
    }

    /** Workers on which a Workload of that namespace says that it was preempted. */
    List<String> preempted(String namespace) {
        return WORKERS.stream()
                .filter(worker -> list(worker, WORKLOAD, namespace).stream()
                        .anyMatch(workload -> condition(workload, "Preempted").startsWith("True")))
                .toList();
    }

    /** A condition in words: status, reason and message; empty where it was never set. */
    static String condition(JsonNode object, String type) {
        for (JsonNode condition : object.path("status").path("conditions")) {
            if (condition.path("type").asString("").equals(type)) {
                return condition.path("status").asString("") + " "
                        + condition.path("reason").asString("") + " "
                        + condition.path("message").asString("");
            }
        }
        return "";
    }

    /** State and message of our check. */
    String check(String namespace, String job) {
        JsonNode check =
                workload(namespace, job).path("status").path("admissionChecks").path(0);
        return check.path("state").asString("") + " " + check.path("message").asString("");
    }

    /** Whether events of that reason were told of the local Workload. */
    boolean told(String namespace, String reason) {
        return list(MANAGER, ApiResource.EVENT, namespace).stream()
                .anyMatch(event -> event.path("reason").asString("").equals(reason));
    }

    static void eventually(String what, Callable<Boolean> holds) {
        await(what).atMost(PATIENCE).pollInterval(Duration.ofMillis(50)).until(holds);
    }

    @Override
    public void close() {
        workers.values().forEach(ConfigurableApplicationContext::close);
        embedded.values().forEach(EmbeddedCluster::close);
        real.values().forEach(TestCluster::close);
    }
}
