package dev.turnstile.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.embedded.testing.TestCluster;
import dev.turnstile.model.config.Configuration;
import dev.turnstile.model.config.Reading;
import dev.turnstile.model.config.ReloadableConfiguration;
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
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** A cluster of its own with our definitions, a namespace {@code team}, and a worker that can be restarted. */
final class WorkerCluster extends WorkerObjects implements AutoCloseable {
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

    @Override
    ApiConnection api() {
        return api;
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

    void eventuallyUsed(String cpu) {
        eventually(cpu + " cpu are used", () -> used().equals(cpu));
    }

    @Override
    public void close() {
        auditors.forEach(Auditor::close);
        worker.close();
        cluster.close();
        assertThat(findings).as("what the audit found meanwhile").isEmpty();
    }
}
