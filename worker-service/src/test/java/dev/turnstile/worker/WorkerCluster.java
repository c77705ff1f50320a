package dev.turnstile.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.embedded.testing.TestCluster;
import dev.turnstile.model.config.Configuration;
import dev.turnstile.model.config.Reading;
import dev.turnstile.model.config.ReloadableConfiguration;
import dev.turnstile.model.meta.KubernetesJson;
import dev.turnstile.service.DeployedAccount;
import dev.turnstile.service.TestClient;
import dev.turnstile.service.audit.AuditSettings;
import dev.turnstile.service.audit.Auditor;
import dev.turnstile.service.audit.Finding;
import dev.turnstile.service.informer.ApiConnection;
import dev.turnstile.service.informer.ApiResource;
import dev.turnstile.service.informer.ApiStatusException;
import dev.turnstile.service.informer.HttpApiConnection;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.thread.Threads;
import dev.turnstile.worker.job.BatchJob;
import io.kubernetes.client.openapi.ApiClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A cluster of its own with our definitions, a namespace {@code team}, and a worker that can be restarted. */
final class WorkerCluster implements AutoCloseable {
    static final ApiResource WORKLOAD = kueue("Workload", "workloads", true);
    static final ApiResource CLUSTER_QUEUE = kueue("ClusterQueue", "clusterqueues", false);
    static final ApiResource LOCAL_QUEUE = kueue("LocalQueue", "localqueues", true);
    static final ApiResource FLAVOR = kueue("ResourceFlavor", "resourceflavors", false);
    static final ApiResource PRIORITY = kueue("WorkloadPriorityClass", "workloadpriorityclasses", false);
    static final ApiResource CHECK = kueue("AdmissionCheck", "admissionchecks", false);
    static final ApiResource COHORT = kueue("Cohort", "cohorts", false);
    static final ApiResource POD = new ApiResource("v1", "Pod", "pods", true);
    private static final ApiResource DEFINITION =
            new ApiResource("apiextensions.k8s.io/v1", "CustomResourceDefinition", "customresourcedefinitions", false);
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    /** Stores lag behind lists by design while a wire is cut: they are not listed here. */
    private static final AuditSettings AUDIT =
            new AuditSettings(AuditSettings.Mode.REPORT, Duration.ofSeconds(1), Duration.ofDays(1));

    private static final AtomicInteger WORKERS = new AtomicInteger();

    private final TestCluster cluster;
    private final boolean podsRun;
    private final String account;
    private final ReloadableConfiguration configuration;
    private final ApiConnection api;
    private final List<Auditor> auditors = new CopyOnWriteArrayList<>();
    private final List<Finding> findings = new CopyOnWriteArrayList<>();
    private Wire wire = new Wire();
    private WorkerRuntime worker;

    /** The cluster that was chosen for this run, and a worker with those settings of the configuration file. */
    static WorkerCluster chosen(String settings) {
        return new WorkerCluster(TestCluster.start(), true, settings);
    }

    /** The same, where no pod ever starts by itself: what kubelets do is played by hand. */
    static WorkerCluster withIdleNodes(String settings) {
        return new WorkerCluster(TestCluster.startWithIdleNodes(), false, settings);
    }

    private static Configuration settings(String lines) {
        return Reading.ofText("apiVersion: config.kueue.x-k8s.io/v1beta2\nkind: Configuration\n" + lines)
                .orThrow();
    }

    private WorkerCluster(TestCluster cluster, boolean podsRun, String settings) {
        this.cluster = cluster;
        this.podsRun = podsRun;
        configuration = new ReloadableConfiguration(settings(settings));
        api = new HttpApiConnection(TestClient.of(cluster.kubeconfig()));
        definitions();
        create(ApiResource.NAMESPACE, "", "{metadata: {name: team}}");
        account = DeployedAccount.WORKER_SERVICE.kubeconfig(cluster.kubeconfig());
        worker = startWorker();
        eventually("the worker is active", worker::active);
    }

    private static ApiResource kueue(String kind, String plural, boolean namespaced) {
        return new ApiResource("kueue.x-k8s.io/v1beta2", kind, plural, namespaced);
    }

    private void definitions() {
        try (Stream<Path> files = Files.list(Path.of("..", "deploy", "crds"))) {
            for (Path file : files.sorted().toList()) {
                create(DEFINITION, "", Files.readString(file));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        eventually("the definitions are served", () -> {
            try {
                for (ApiResource kind :
                        List.of(WORKLOAD, CLUSTER_QUEUE, LOCAL_QUEUE, FLAVOR, PRIORITY, CHECK, COHORT)) {
                    api.get(kind.path(), Map.of());
                }
                return true;
            } catch (ApiStatusException e) {
                return false;
            }
        });
    }

    private WorkerRuntime startWorker() {
        wire = new Wire();
        return anotherWorker(wire);
    }

    /** One more worker on the same cluster, whose requests go through that wire. */
    WorkerRuntime anotherWorker(Wire between) {
        Threads threads = Threads.system();
        ApiClient client = TestClient.of(account);
        client.setHttpClient(
                client.getHttpClient().newBuilder().addInterceptor(between).build());
        WorkerRuntime started = new WorkerBuilder(new HttpApiConnection(client), configuration)
                .threads(threads)
                .identity("worker-" + WORKERS.incrementAndGet())
                .clock(Clock.systemUTC())
                .kinds(List.of(new BatchJob()))
                .build();
        started.start();
        Auditor auditor = started.auditor(AUDIT);
        auditor.whenFound(findings::add);
        auditor.start(threads);
        auditors.add(auditor);
        return started;
    }

    /** The worker that runs now. */
    WorkerRuntime worker() {
        return worker;
    }

    /** What a scrape of the worker that runs now says. */
    String scrape() {
        return Scrape.of(worker);
    }

    /** What goes between the worker that runs now and its API server. */
    Wire wire() {
        return wire;
    }

    /** The API server goes away, for the worker and for everybody. */
    void stopApi() {
        cluster.stopApi();
    }

    /** The API server is there again. */
    void startApi() {
        cluster.startApi();
        eventually("the API answers", () -> !missing(ApiResource.NAMESPACE, "", "team"));
    }

    /** Changes the configuration file under the running worker. */
    void configure(String settings) {
        configuration.offer(
                Reading.ofText("apiVersion: config.kueue.x-k8s.io/v1beta2\nkind: Configuration\n" + settings));
    }

    /** The client to the cluster. */
    ApiConnection api() {
        return api;
    }

    /** Sets fields of a status, as another controller would. */
    void patchStatus(ApiResource resource, String namespace, String name, String yaml) {
        api.patch(resource, new ObjectKey(namespace, name), "status", yaml(yaml));
    }

    void stopWorker() {
        worker.close();
    }

    void startWorkerAgain() {
        worker = startWorker();
        eventually("the worker is active", worker::active);
    }

    /** Another worker in the place of this one, in which nothing of this one is left. */
    void restartWorker() {
        stopWorker();
        startWorkerAgain();
    }

    ObjectNode create(ApiResource resource, String namespace, String yaml) {
        ObjectNode object = yaml(yaml);
        object.put("apiVersion", resource.apiVersion()).put("kind", resource.kind());
        return api.create(resource, namespace, object);
    }

    static ObjectNode yaml(String text) {
        return KubernetesJson.tree(new Yaml().<Object>load(text));
    }

    /** A flavor, a ClusterQueue with that much cpu, and its LocalQueue {@code main}. */
    void queue(String cpu, String more) {
        flavor();
        queue("cq", "main", quota(cpu, ""), more);
    }

    void flavor() {
        create(FLAVOR, "", "{metadata: {name: default}, spec: {nodeLabels: {instance: on-demand}}}");
    }

    /** Quota of the flavor {@code default}, with such limits as {@code borrowingLimit: '1'}. */
    static String quota(String cpu, String limits) {
        return ("resourceGroups: [{coveredResources: [cpu], flavors: [{name: default, resources: [{name: cpu,"
                        + " nominalQuota: '%s'%s}]}]}]")
                .formatted(cpu, limits.isEmpty() ? "" : ", " + limits);
    }

    /** A ClusterQueue and the LocalQueue before it. */
    void queue(String clusterQueue, String localQueue, String quota, String more) {
        create(
                CLUSTER_QUEUE,
                "",
                "{metadata: {name: %s}, spec: {namespaceSelector: {}, %s %s}}".formatted(clusterQueue, more, quota));
        create(
                LOCAL_QUEUE,
                "team",
                "{metadata: {name: %s, namespace: team}, spec: {clusterQueue: %s}}"
                        .formatted(localQueue, clusterQueue));
    }

    /** A suspended Job of pods with one cpu each, in the queue {@code main}. */
    void job(String name, int pods, String labels, String annotations) {
        job("main", name, pods, labels, annotations);
    }

    /** A suspended Job of pods with one cpu each. */
    void job(String queue, String name, int pods, String labels, String annotations) {
        create(
                ApiResource.JOB,
                "team",
                ("{metadata: {name: %s, namespace: team, labels: {kueue.x-k8s.io/queue-name: %s%s}, annotations:"
                    + " {%s}}, spec: {suspend: true, parallelism: %d, completions: %d, template: {metadata:"
                    + " {annotations: {embedded.turnstile.dev/runs-for: forever}}, spec: {restartPolicy: Never,"
                    + " containers: [{name: c, image: 'example.com/app:1', resources: {requests: {cpu: '1'}}}]}}}}")
                        .formatted(name, queue, labels, annotations, pods, pods));
    }

    ObjectNode get(ApiResource resource, String namespace, String name) {
        return api.get(resource.path(new ObjectKey(namespace, name)), Map.of());
    }

    /** An object that may not be there: then a missing node. */
    JsonNode find(ApiResource resource, String namespace, String name) {
        try {
            return get(resource, namespace, name);
        } catch (ApiStatusException e) {
            if (e.notFound()) {
                return KubernetesJson.mapper().missingNode();
            }
            throw e;
        }
    }

    boolean missing(ApiResource resource, String namespace, String name) {
        return find(resource, namespace, name).isMissingNode();
    }

    ObjectNode jobNamed(String name) {
        return get(ApiResource.JOB, "team", name);
    }

    void patch(ApiResource resource, String namespace, String name, String yaml) {
        api.patch(resource, new ObjectKey(namespace, name), "", yaml(yaml));
    }

    void delete(ApiResource resource, String namespace, String name) {
        api.delete(resource, new ObjectKey(namespace, name), yaml("{propagationPolicy: Background}"));
    }

    /** The Workload of a Job. */
    JsonNode workloadOf(String job) {
        String uid = jobNamed(job).path("metadata").path("uid").asString();
        for (JsonNode workload : api.get(WORKLOAD.path("team"), Map.of()).path("items")) {
            JsonNode label = workload.path("metadata").path("labels").path("kueue.x-k8s.io/job-uid");
            if (label.asString("").equals(uid)) {
                return workload;
            }
        }
        return KubernetesJson.mapper().missingNode();
    }

    /** A condition in words: status, reason and message; empty where it was never set. */
    static String condition(JsonNode object, String type) {
        for (JsonNode condition : object.path("status").path("conditions")) {
            if (condition.path("type").asString().equals(type)) {
                return condition.path("status").asString() + " "
                        + condition.path("reason").asString() + " "
                        + condition.path("message").asString();
            }
        }
        return "";
    }

    void eventuallyRuns(String job) {
        eventually(job + " runs", () -> runs(job));
    }

    boolean runs(String job) {
        return !jobNamed(job).path("spec").path("suspend").asBoolean(true)
                && condition(workloadOf(job), "Admitted").startsWith("True");
    }

    void eventuallyWaits(String job, String reason) {
        eventually(job + " waits: " + reason, () -> {
            JsonNode workload = workloadOf(job);
            return jobNamed(job).path("spec").path("suspend").asBoolean(false)
                    && condition(workload, "QuotaReserved").startsWith("False " + reason);
        });
    }

    /** Every pod of a Job succeeds, as a kubelet would report it; not while one that is there says that it runs. */
    void finish(String job, int pods) {
        eventually(job + " has its pods", () -> podsOf(job).size() == pods);
        if (podsRun) {
            eventually(job + "'s pods run", () -> podsOf(job).stream().allMatch(PodCluster::running));
        }
        for (JsonNode pod : podsOf(job)) {
            api.patch(
                    POD,
                    new ObjectKey("team", pod.path("metadata").path("name").asString()),
                    "status",
                    yaml("{status: {phase: Succeeded}}"));
        }
    }

    private List<JsonNode> podsOf(String job) {
        return api.get(POD.path("team"), Map.of("labelSelector", "job-name=" + job))
                .path("items")
                .valueStream()
                .toList();
    }

    /** How much cpu the ClusterQueue says is used. */
    String used() {
        return used("cq");
    }

    String used(String clusterQueue) {
        return get(CLUSTER_QUEUE, "", clusterQueue)
                .path("status")
                .path("flavorsUsage")
                .path(0)
                .path("resources")
                .path(0)
                .path("total")
                .asString("");
    }

    void eventuallyUsed(String cpu) {
        eventually(cpu + " cpu are used", () -> used().equals(cpu));
    }

    boolean eventExists(String kind, Predicate<JsonNode> matches) {
        for (JsonNode event : api.get(ApiResource.EVENT.path("team"), Map.of()).path("items")) {
            if (event.path("involvedObject").path("kind").asString("").equals(kind) && matches.test(event)) {
                return true;
            }
        }
        return false;
    }

    /** Waits until it is so; fails where it does not come to be. A busy API is asked again. */
    static void eventually(String what, BooleanSupplier holds) {
        eventually(what, PATIENCE, holds);
    }

    static void eventually(String what, Duration patience, BooleanSupplier holds) {
        Instant end = Instant.now().plus(patience);
        String refused = "";
        while (true) {
            try {
                if (holds.getAsBoolean()) {
                    return;
                }
                refused = "";
            } catch (ApiStatusException e) {
                if (!e.temporary()) {
                    throw e;
                }
                refused = "; " + e.getMessage();
            } catch (UncheckedIOException e) {
                refused = "; " + e.getMessage();
            }
            if (Instant.now().isAfter(end)) {
                throw new AssertionError("not within " + patience.toSeconds() + " s: " + what + refused);
            }
            pause();
        }
    }

    private static void pause() {
        try {
            Thread.sleep(50);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }

    @Override
    public void close() {
        auditors.forEach(Auditor::close);
        worker.close();
        cluster.close();
        assertThat(findings).as("what the audit found meanwhile").isEmpty();
    }
}
