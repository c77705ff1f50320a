package dev.turnstile.worker;

import dev.turnstile.embedded.api.ApiException;
import dev.turnstile.embedded.api.PatchType;
import dev.turnstile.embedded.client.HttpApi;
import dev.turnstile.embedded.client.Kubeconfig;
import dev.turnstile.embedded.testing.TestCluster;
import dev.turnstile.embedded.testing.Waiting;
import dev.turnstile.model.config.Configuration;
import dev.turnstile.model.config.PropertyTree;
import dev.turnstile.model.config.Reading;
import dev.turnstile.model.meta.KubernetesJson;
import dev.turnstile.service.DeployedAccount;
import dev.turnstile.service.TestClient;
import dev.turnstile.service.informer.HttpApiConnection;
import dev.turnstile.service.thread.Threads;
import dev.turnstile.worker.job.BatchJob;
import dev.turnstile.worker.job.JobKind;
import dev.turnstile.worker.visibility.VisibilityServer;
import dev.turnstile.worker.webhook.Location;
import dev.turnstile.worker.webhook.Webhooks;
import io.kubernetes.client.openapi.ApiClient;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.StreamSupport;
import org.awaitility.core.ConditionTimeoutException;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The cluster that the build has chosen, with everything of {@code deploy} applied to it and a worker in this JVM that
 * answers its webhooks. All features are on. Webhooks fail closed and hold for the whole cluster, so that it is none of
 * those that other tests share.
 */
final class AdmissionCluster implements AutoCloseable {
    static final String JOBS = "/apis/batch/v1/namespaces/%s/jobs";
    static final String PODS = "/api/v1/namespaces/%s/pods";
    static final String WORKLOADS = "/apis/kueue.x-k8s.io/v1beta2/namespaces/%s/workloads";
    static final String CLUSTER_QUEUES = "/apis/kueue.x-k8s.io/v1beta2/clusterqueues";
    private static final String KUEUE = "/apis/kueue.x-k8s.io/v1beta2/";
    private static final String ADMISSION = "/apis/admissionregistration.k8s.io/v1/";
    private static final String SYSTEM = "kueue-system";
    /** Of the first certificate, which ends in 65 days and is about to be renewed. */
    static final Duration AGE = Duration.ofDays(300);

    private static final List<String> DEPLOYED = List.of(
            "policies/jobs",
            "policies/pods",
            "policies/workloads",
            "features/SchedulingGatedBy",
            "features/WorkloadAdmissionConstraints",
            "webhooks/mutating",
            "webhooks/validating");

    private static final class Shared {
        private static final AdmissionCluster CLUSTER = new AdmissionCluster("", "", List.of(new BatchJob()), Map.of());

        static {
            Runtime.getRuntime().addShutdownHook(new Thread(CLUSTER::close));
        }
    }

    private final TestCluster cluster = TestCluster.start();
    private final List<JobKind> kinds;
    private final Map<String, Object> settings;
    private final ApiClient client;
    private final MovableClock clock = new MovableClock();
    private WorkerRuntime runtime;
    private Webhooks webhooks;
    private String last = "none";

    private AdmissionCluster(String definition, String rights, List<JobKind> kinds, Map<String, Object> settings) {
        this.kinds = kinds;
        this.settings = settings;
        cluster.install(Path.of("..", "deploy", "crds"));
        if (!definition.isEmpty()) {
            cluster.install(definition);
            moreRights(rights);
        }
        client = TestClient.of(DeployedAccount.WORKER_SERVICE.kubeconfig(cluster.kubeconfig()));
        DEPLOYED.forEach(file -> documents(file + ".yaml", this::deploy));
        runtime = startRuntime(true);
        webhooks = startWebhooks();
        awaitAnswers();
    }

    /** One for all tests of this JVM. */
    static AdmissionCluster shared() {
        return Shared.CLUSTER;
    }

    /** One's own, whose worker knows these kinds of jobs. */
    static AdmissionCluster of(JobKind... kinds) {
        return new AdmissionCluster("", "", List.of(kinds), Map.of());
    }

    /** One's own, with one more definition, and these rules in a ClusterRole of the worker-service's account. */
    static AdmissionCluster with(String definition, String rights, JobKind... kinds) {
        return new AdmissionCluster(definition, rights, List.of(kinds), Map.of());
    }

    private void moreRights(String rules) {
        String rbac = "/apis/rbac.authorization.k8s.io/v1/";
        post(
                rbac + "clusterroles",
                "{apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole, metadata: {name: more}, rules: " + rules
                        + "}");
        post(rbac + "clusterrolebindings", """
            {apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRoleBinding, metadata: {name: more}, roleRef:
            {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: more}, subjects: [{kind: ServiceAccount,
            name: turnstile-worker-service, namespace: kueue-system}]}\
            """);
    }

    /** One's own, whose worker has these settings first. */
    static AdmissionCluster configured(Map<String, Object> settings, JobKind... kinds) {
        return new AdmissionCluster("", "", List.of(kinds), settings);
    }

    private Configuration configuration(boolean gates) {
        Map<String, Object> usual = new Yaml()
                .load("{webhook: {port: 0}, visibilityServer: {bindPort: 0}, leaderElection: {leaderElect: false},"
                        + " integrations: {frameworks: [batch/job, pod]}, featureGates:"
                        + " {SchedulingGatedBy: " + gates + "}}");
        return Reading.of(PropertyTree.merged(List.of(settings, usual))).orThrow();
    }

    private WorkerRuntime startRuntime(boolean gates) {
        WorkerRuntime started = new WorkerBuilder(new HttpApiConnection(client), configuration(gates))
                .threads(Threads.system())
                .identity("worker-" + Instant.now().toEpochMilli())
                .clock(Clock.systemUTC())
                .kinds(kinds)
                .build();
        started.start();
        Waiting.until("the worker to be active", started::active);
        return started;
    }

    private Webhooks startWebhooks() {
        Webhooks started = WorkerWebhooks.start(
                new HttpApiConnection(client),
                configuration(true),
                runtime,
                kinds,
                new Location.Outside("127.0.0.1"),
                clock);
        started.start();
        return started;
    }

    /** A server of pending workloads beside the webhooks; its owner closes it. */
    VisibilityServer visibility() {
        return WorkerVisibility.start(
                new HttpApiConnection(client), configuration(true), runtime, webhooks, Clock.systemUTC());
    }

    /** Another worker in the place of this one, with the feature SchedulingGatedBy on or off. */
    void restart(boolean gates) {
        webhooks.close();
        runtime.close();
        runtime = startRuntime(gates);
        webhooks = startWebhooks();
        awaitAnswers();
    }

    private void awaitAnswers() {
        try {
            Waiting.until("the webhooks to answer", this::answers);
        } catch (ConditionTimeoutException e) {
            throw new AssertionError("the webhooks do not answer as they should; the last answers: " + last, e);
        }
    }

    /** API servers notice new configurations and policies a moment later. */
    private boolean answers() {
        try {
            HttpApi.Answer job = cluster.api()
                    .send(
                            "POST",
                            JOBS.formatted(SYSTEM) + "?dryRun=All",
                            Map.of("Content-Type", "application/json"),
                            job("probe", "", "").toString());
            HttpApi.Answer gate = cluster.api()
                    .send(
                            "POST",
                            JOBS.formatted(SYSTEM) + "?dryRun=All",
                            Map.of("Content-Type", "application/json"),
                            job("probe", "", "kueue.x-k8s.io/scheduling-gated-by: nobody")
                                    .toString());
            last = job.body() + "\n" + gate.body();
            return job.code() == 201 && job.body().contains("\"suspend\":true") && gate.code() == 422;
        } catch (UncheckedIOException e) {
            last = e.toString();
            return false;
        }
    }

    private void documents(String file, Consumer<ObjectNode> each) {
        ClassLoader loader = Objects.requireNonNull(AdmissionCluster.class.getClassLoader());
        try (InputStream text = Objects.requireNonNull(loader.getResourceAsStream(file), file)) {
            Iterable<Object> documents = new Yaml().loadAll(new String(text.readAllBytes(), StandardCharsets.UTF_8));
            StreamSupport.stream(documents.spliterator(), false)
                    .map(KubernetesJson::tree)
                    .forEach(each);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void deploy(ObjectNode object) {
        cluster.api().post(ADMISSION + plural(object), object);
    }

    private static String plural(ObjectNode object) {
        return switch (object.path("kind").asString("")) {
            case "ValidatingAdmissionPolicy" -> "validatingadmissionpolicies";
            case "ValidatingAdmissionPolicyBinding" -> "validatingadmissionpolicybindings";
            case "MutatingWebhookConfiguration" -> "mutatingwebhookconfigurations";
            case "ValidatingWebhookConfiguration" -> "validatingwebhookconfigurations";
            default -> throw new IllegalArgumentException("not of admission: " + object);
        };
    }

    TestCluster cluster() {
        return cluster;
    }

    HttpApi api() {
        return cluster.api();
    }

    Webhooks webhooks() {
        return webhooks;
    }

    WorkerRuntime runtime() {
        return runtime;
    }

    MovableClock clock() {
        return clock;
    }

    ObjectNode webhookConfiguration(String kind) {
        return api().get(ADMISSION + kind + "webhookconfigurations/kueue-" + kind + "-webhook-configuration");
    }

    ObjectNode post(String path, String yaml) {
        return api().post(path, yaml(yaml));
    }

    static ObjectNode yaml(String text) {
        return KubernetesJson.tree(new Yaml().<Object>load(text));
    }

    ObjectNode patch(String path, String yaml) {
        return api().patch(path, PatchType.MERGE, yaml(yaml));
    }

    /** What the API server says to a change that it does not accept. */
    String refused(Runnable change) {
        try {
            change.run();
        } catch (ApiException e) {
            return String.valueOf(e.getMessage());
        }
        throw new AssertionError("was accepted");
    }

    /** A namespace with a LocalQueue {@code main}, whose ClusterQueue of its own has that much cpu. */
    String team(String purpose, int cpu) {
        String team = cluster.newNamespace(purpose);
        if (api().send("GET", KUEUE + "resourceflavors/default", Map.of(), null).code() == 404) {
            post(KUEUE + "resourceflavors", kueue("ResourceFlavor", "default", "", "{}"));
        }
        post(CLUSTER_QUEUES, kueue("ClusterQueue", team, "", """
            {namespaceSelector: {}, resourceGroups: [{coveredResources: [cpu], flavors: [{name: default, resources:
            [{name: cpu, nominalQuota: '%d'}]}]}]}\
            """.formatted(cpu)));
        post(
                KUEUE + "namespaces/" + team + "/localqueues",
                kueue("LocalQueue", "main", team, "{clusterQueue: " + team + "}"));
        return team;
    }

    static String kueue(String kind, String name, String namespace, String spec) {
        return "{apiVersion: kueue.x-k8s.io/v1beta2, kind: %s, metadata: {name: %s%s}, spec: %s}"
                .formatted(kind, name, namespace.isEmpty() ? "" : ", namespace: " + namespace, spec);
    }

    /** A Job of one pod in the queue {@code main}, not suspended by its user. */
    static ObjectNode job(String name, String spec, String annotations) {
        return yaml("""
            apiVersion: batch/v1
            kind: Job
            metadata: {name: %s, labels: {kueue.x-k8s.io/queue-name: main}, annotations: {%s}}
            spec: {%s parallelism: 1, completions: 1, template: {spec: {restartPolicy: Never, containers: [{name: c,
              image: 'example.com/app:1', resources: {requests: {cpu: '1'}}}]}}}
            """.formatted(name, annotations, spec));
    }

    /** A pod in the queue {@code main}. */
    static ObjectNode pod(String name, String labels, String annotations, String spec) {
        return yaml("""
            apiVersion: v1
            kind: Pod
            metadata: {name: %s, labels: {kueue.x-k8s.io/queue-name: main%s}, annotations: {%s}}
            spec: {%s restartPolicy: Never, containers: [{name: c, image: 'example.com/app:1', resources: {requests:
              {cpu: '1'}}}]}
            """.formatted(name, labels, annotations, spec));
    }

    /** The Workloads in a namespace. */
    List<JsonNode> workloads(String namespace) {
        return api().get(WORKLOADS.formatted(namespace))
                .path("items")
                .valueStream()
                .toList();
    }

    /** Whether an event of that reason tells about the object, with that text in its message. */
    boolean told(String namespace, String kind, String name, String reason, String text) {
        for (JsonNode event :
                api().get("/api/v1/namespaces/" + namespace + "/events").path("items")) {
            if (event.path("involvedObject").path("kind").asString("").equals(kind)
                    && event.path("involvedObject").path("name").asString("").equals(name)
                    && event.path("reason").asString("").equals(reason)
                    && event.path("message").asString("").contains(text)) {
                return true;
            }
        }
        return false;
    }

    /** A user who holds these rights in one namespace: {@code rules} of a Role. */
    HttpApi tenant(String namespace, String name, String rules) {
        post(
                "/api/v1/namespaces/" + namespace + "/serviceaccounts",
                "{apiVersion: v1, kind: ServiceAccount, metadata: {name: " + name + "}}");
        String rbac = "/apis/rbac.authorization.k8s.io/v1/namespaces/" + namespace + "/";
        post(
                rbac + "roles",
                "{apiVersion: rbac.authorization.k8s.io/v1, kind: Role, metadata: {name: " + name + "}, rules: " + rules
                        + "}");
        post(rbac + "rolebindings", """
            {apiVersion: rbac.authorization.k8s.io/v1, kind: RoleBinding, metadata: {name: %1$s}, roleRef: {apiGroup:
            rbac.authorization.k8s.io, kind: Role, name: %1$s}, subjects: [{kind: ServiceAccount, name: %1$s,
            namespace: %2$s}]}\
            """.formatted(name, namespace));
        String token = api().post(
                        "/api/v1/namespaces/" + namespace + "/serviceaccounts/" + name + "/token",
                        yaml("{apiVersion: authentication.k8s.io/v1, kind: TokenRequest, spec: {}}"))
                .path("status")
                .path("token")
                .asString();
        Kubeconfig admin = Kubeconfig.parse(cluster.kubeconfig());
        return new HttpApi(new Kubeconfig(admin.server(), admin.certificateAuthority(), token, null, null));
    }

    @Override
    public void close() {
        webhooks.close();
        runtime.close();
        cluster.close();
    }
}
