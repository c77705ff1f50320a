package dev.turnstile.playground;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.turnstile.embedded.client.HttpApi;
import dev.turnstile.service.Http;
import dev.turnstile.service.RunningJar;
import dev.turnstile.service.TestCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A cluster with the accounts and rights of the manifests, and services that run outside of it with those and no
 * others.
 */
final class Deployment implements AutoCloseable {
    static final String NAMESPACE = "kueue-system";
    static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final Path DEPLOY = Path.of("..", "deploy");
    private static final Set<String> RIGHTS = Set.of(
            "Namespace", "ServiceAccount", "ConfigMap", "ClusterRole", "ClusterRoleBinding", "Role", "RoleBinding");

    private final Path folder;
    private final TestCluster cluster;

    private Deployment(Path folder, TestCluster cluster) {
        this.folder = folder;
        this.cluster = cluster;
    }

    /**
     * Applies the manifests of a manager cluster, which has both services; the cluster is closed with the deployment.
     */
    static Deployment on(TestCluster cluster, Path folder) throws IOException {
        Deployment deployment = new Deployment(folder, cluster);
        cluster.installCustomResources();
        deployment.rightsOf("manager.yaml");
        return deployment;
    }

    /** Applies accounts and rights of one more of the manifests. */
    void rightsOf(String manifest) throws IOException {
        for (ObjectNode object : objects(DEPLOY.resolve("manifests").resolve(manifest))) {
            String kind = object.path("kind").asString();
            if (RIGHTS.contains(kind) && !(kind.equals("Namespace") && manifest.equals("remote-manager.yaml"))) {
                create(object);
            }
        }
    }

    /**
     * Applies the webhook configurations, too, and waits until the worker-service has told the API where it listens.
     */
    void installWebhooks(RunningJar worker) throws IOException {
        for (ObjectNode object : objects(DEPLOY.resolve("manifests").resolve("manager.yaml"))) {
            if (object.path("kind").asString().endsWith("WebhookConfiguration")) {
                create(object);
            }
        }
        for (String configuration : List.of(
                "mutatingwebhookconfigurations/kueue-mutating-webhook-configuration",
                "validatingwebhookconfigurations/kueue-validating-webhook-configuration")) {
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(cluster.api()
                                    .get("/apis/admissionregistration.k8s.io/v1/" + configuration)
                                    .at("/webhooks"))
                            .as(worker.output())
                            .allMatch(webhook ->
                                    webhook.at("/clientConfig/caBundle").isString()
                                            && webhook.at("/clientConfig/url").isString()));
        }
    }

    /** Applies a sample, by its path below deploy/samples. */
    void sample(String path) throws IOException {
        for (ObjectNode object : objects(DEPLOY.resolve("samples").resolve(path))) {
            create(object);
        }
    }

    /** The rights that a role of the manifests gives, as {@code verb resource.group} each. */
    static Set<String> rights(String manifest, String role) throws IOException {
        Set<String> rights = new TreeSet<>();
        for (ObjectNode object : objects(DEPLOY.resolve("manifests").resolve(manifest))) {
            if (!object.path("kind").asString().endsWith("Role")
                    || !object.at("/metadata/name").asString().equals(role)) {
                continue;
            }
            for (JsonNode rule : object.path("rules")) {
                for (JsonNode group : rule.path("apiGroups")) {
                    for (JsonNode resource : rule.path("resources")) {
                        rule.path("verbs").forEach(verb -> rights.add(right(verb, resource.asString(), group)));
                    }
                }
            }
        }
        return rights;
    }

    /** The rights that an account has used, as a kube-apiserver's audit log knows. */
    Set<String> used(String account) {
        Set<String> used = new TreeSet<>();
        for (String line : cluster.audit()) {
            JsonNode event = JsonMapper.shared().readTree(line);
            JsonNode object = event.path("objectRef");
            if (event.at("/user/username").asString().equals("system:serviceaccount:" + NAMESPACE + ":" + account)
                    && !object.isMissingNode()
                    && event.at("/responseStatus/code").asInt(0) < 400) {
                String subresource = object.path("subresource").asString("");
                String resource =
                        object.path("resource").asString("") + (subresource.isEmpty() ? "" : "/" + subresource);
                used.add(right(event.path("verb"), resource, object.path("apiGroup")));
            }
        }
        return used;
    }

    private static String right(JsonNode verb, String resource, JsonNode group) {
        String suffix = group.asString("");
        return verb.asString() + " " + resource + (suffix.isEmpty() ? "" : "." + suffix);
    }

    HttpApi api() {
        return cluster.api();
    }

    /** A worker-service takes the three jobs of the sample to their end, two at a time, and then holds nothing. */
    void playThreeJobs(RunningJar worker) throws IOException {
        sample("three-jobs-for-two-places.yaml");
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(cluster.api()
                                .get("/apis/batch/v1/namespaces/team/jobs")
                                .path("items"))
                        .as(worker.output())
                        .hasSize(3)
                        .allMatch(job -> job.at("/status/succeeded").asInt(0) == 1));
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(cluster.api()
                                .get("/apis/kueue.x-k8s.io/v1beta2/clusterqueues/team")
                                .at("/status/admittedWorkloads")
                                .asInt(-1))
                        .as(worker.output())
                        .isZero());
    }

    /** Somebody whom the cluster knows, and who may not. */
    void aStrangerAsks(RunningJar service, String path) {
        String token = cluster.tokenOf("stranger", List.of());
        assertThat(Http.get(service.port("management").orElseThrow(), path, token)
                        .code())
                .isEqualTo(403);
    }

    static void assertNothingWasForbidden(RunningJar service) {
        assertThat(service.output()).doesNotContainIgnoringCase("forbidden").doesNotContain("level=ERROR");
    }

    static void eventuallyReady(RunningJar service) {
        await().atMost(PATIENCE).until(() -> service.port("management").isPresent() || !service.isRunning());
        assertThat(service.port("management")).as(service.output()).isPresent();
        int management = service.port("management").orElseThrow();
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(Http.get(management, "/readyz"))
                        .as(service.output())
                        .extracting(Http.Answer::code)
                        .isEqualTo(200));
    }

    /** How an account of the manifests reaches the cluster. */
    String kubeconfigOf(String account) throws IOException {
        ObjectNode config = object(Files.readString(cluster.kubeconfig()));
        ((ObjectNode) config.path("users").path(0)).putObject("user").put("token", cluster.tokenOf(NAMESPACE, account));
        return config.toString();
    }

    /** Outside of the cluster, but otherwise as in a pod: its account's token, its namespace, the ConfigMap. */
    RunningJar run(String service, String... more) throws IOException {
        Path kubeconfig = folder.resolve(service + ".kubeconfig");
        Files.writeString(kubeconfig, kubeconfigOf("turnstile-" + service));
        return new RunningJar(
                Path.of("..", service, "target", service + ".jar"),
                Files.createDirectories(folder.resolve(service)),
                Map.of("KUBECONFIG", kubeconfig.toString()),
                Stream.concat(
                                Stream.of(
                                        "--spring.main.cloud-platform=kubernetes",
                                        "--spring.cloud.kubernetes.client.namespace=" + NAMESPACE,
                                        "--kueue.namespace=" + NAMESPACE,
                                        "--server.port=0",
                                        "--management.server.port=0",
                                        "--webhook.port=0",
                                        "--kueue.visibilityServer.bindPort=0"),
                                Stream.of(more))
                        .toList());
    }

    void create(ObjectNode object) {
        String version = object.path("apiVersion").asString();
        String namespace = object.at("/metadata/namespace").asString("");
        String kind = object.path("kind").asString().toLowerCase(Locale.ROOT);
        cluster.api()
                .post(
                        (version.equals("v1") ? "/api/v1" : "/apis/" + version)
                                + (namespace.isEmpty() ? "" : "/namespaces/" + namespace)
                                + "/"
                                + kind
                                + (kind.endsWith("s") ? "es" : "s"),
                        object);
    }

    private static List<ObjectNode> objects(Path manifests) throws IOException {
        return StreamSupport.stream(
                        new Yaml().loadAll(Files.readString(manifests)).spliterator(), false)
                .filter(document -> document != null)
                .map(Deployment::tree)
                .toList();
    }

    static ObjectNode object(String yaml) {
        return tree(new Yaml().load(yaml));
    }

    private static ObjectNode tree(Object yaml) {
        return (ObjectNode) JsonMapper.shared().<JsonNode>valueToTree(yaml);
    }

    @Override
    public void close() {
        cluster.close();
    }
}
