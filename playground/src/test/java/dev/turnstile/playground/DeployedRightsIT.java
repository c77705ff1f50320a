package dev.turnstile.playground;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

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
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The services as the manifests deploy them: under their ServiceAccounts, with the rights given there and no others.
 */
final class DeployedRightsIT {
    private static final Path DEPLOY = Path.of("..", "deploy");
    private static final String NAMESPACE = "kueue-system";
    private static final Set<String> RIGHTS = Set.of(
            "Namespace", "ServiceAccount", "ConfigMap", "ClusterRole", "ClusterRoleBinding", "Role", "RoleBinding");
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    @TempDir
    private Path folder;

    private TestCluster cluster;

    @BeforeEach
    void deploy() throws IOException {
        cluster = TestCluster.chosen(folder);
        cluster.installCustomResources();
        for (ObjectNode object : objects(DEPLOY.resolve("manifests").resolve("manager.yaml"))) {
            if (RIGHTS.contains(object.path("kind").asString())) {
                create(object);
            }
        }
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    @Test
    void aWorkerServiceTakesJobsToTheirEnd() throws IOException {
        try (RunningJar worker = run("worker-service")) {
            eventuallyReady(worker);
            for (ObjectNode object : objects(DEPLOY.resolve("samples").resolve("three-jobs-for-two-places.yaml"))) {
                create(object);
            }

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

            assertNothingWasForbidden(worker);
        }
    }

    @Test
    void aManagerServiceBecomesReady() throws IOException {
        try (RunningJar manager = run("manager-service")) {
            eventuallyReady(manager);

            assertNothingWasForbidden(manager);
        }
    }

    @Test
    void aTenantSeesItsWorkloadsAndDecidesNothing() {
        create(object("{apiVersion: v1, kind: ServiceAccount, metadata: {name: tenant, namespace: default}}"));
        create(object("""
            apiVersion: rbac.authorization.k8s.io/v1
            kind: RoleBinding
            metadata: {name: tenant, namespace: default}
            roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: kueue-batch-user-role}
            subjects: [{kind: ServiceAccount, name: tenant, namespace: default}]
            """));

        // The API server hears of a new binding a moment later.
        await().atMost(PATIENCE).until(() -> may("default", "tenant", "list", "kueue.x-k8s.io", "workloads", ""));
        for (String verb : List.of("create", "patch", "update", "delete", "admit", "dispatch")) {
            assertThat(may("default", "tenant", verb, "kueue.x-k8s.io", "workloads", ""))
                    .as(verb)
                    .isFalse();
        }
        assertThat(may("default", "tenant", "patch", "kueue.x-k8s.io", "workloads", "status"))
                .isFalse();
        assertThat(may("default", "tenant", "list", "kueue.x-k8s.io", "clusterqueues", ""))
                .isFalse();
    }

    @Test
    void noServiceMayReadTheSecretsOfOthers() {
        for (String account : List.of("turnstile-worker-service", "turnstile-manager-service")) {
            for (String verb : List.of("get", "list", "watch", "create", "patch")) {
                assertThat(may(NAMESPACE, account, verb, "", "secrets", ""))
                        .as("%s: %s Secrets of namespace default", account, verb)
                        .isFalse();
            }
            assertThat(may(NAMESPACE, account, "escalate", "rbac.authorization.k8s.io", "clusterroles", ""))
                    .isFalse();
        }
        assertThat(may(NAMESPACE, "turnstile-worker-service", "dispatch", "kueue.x-k8s.io", "workloads", ""))
                .isFalse();
        assertThat(may(NAMESPACE, "turnstile-manager-service", "admit", "kueue.x-k8s.io", "workloads", ""))
                .isFalse();
    }

    /** In namespace default. */
    private boolean may(
            String namespace, String account, String verb, String group, String resource, String subresource) {
        ObjectNode review = object("""
            apiVersion: authorization.k8s.io/v1
            kind: SubjectAccessReview
            spec:
              user: "system:serviceaccount:%1$s:%2$s"
              groups: ["system:serviceaccounts", "system:serviceaccounts:%1$s", "system:authenticated"]
              resourceAttributes: {namespace: default, verb: %3$s, group: "%4$s", resource: %5$s, subresource: "%6$s"}
            """.formatted(namespace, account, verb, group, resource, subresource));
        return cluster.api()
                .post("/apis/authorization.k8s.io/v1/subjectaccessreviews", review)
                .at("/status/allowed")
                .asBoolean();
    }

    private static void assertNothingWasForbidden(RunningJar service) {
        assertThat(service.output()).doesNotContainIgnoringCase("forbidden").doesNotContain("level=ERROR");
    }

    private static void eventuallyReady(RunningJar service) {
        await().atMost(PATIENCE).until(() -> service.port("management").isPresent() || !service.isRunning());
        assertThat(service.port("management")).as(service.output()).isPresent();
        int management = service.port("management").orElseThrow();
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(Http.get(management, "/readyz"))
                        .as(service.output())
                        .extracting(Http.Answer::code)
                        .isEqualTo(200));
    }

    /** Outside of the cluster, but otherwise as in a pod: its account's token, its namespace, the ConfigMap. */
    private RunningJar run(String service) throws IOException {
        Path kubeconfig = folder.resolve(service + ".kubeconfig");
        ObjectNode config = object(Files.readString(cluster.kubeconfig()));
        ((ObjectNode) config.path("users").path(0))
                .putObject("user")
                .put("token", cluster.tokenOf(NAMESPACE, "turnstile-" + service));
        Files.writeString(kubeconfig, config.toString());
        return new RunningJar(
                Path.of("..", service, "target", service + ".jar"),
                folder,
                Map.of("KUBECONFIG", kubeconfig.toString()),
                List.of(
                        "--spring.main.cloud-platform=kubernetes",
                        "--spring.cloud.kubernetes.client.namespace=" + NAMESPACE,
                        "--kueue.namespace=" + NAMESPACE,
                        "--server.port=0",
                        "--management.server.port=0",
                        "--webhook.port=0"));
    }

    private void create(ObjectNode object) {
        String version = object.path("apiVersion").asString();
        String namespace = object.at("/metadata/namespace").asString("");
        cluster.api()
                .post(
                        (version.equals("v1") ? "/api/v1" : "/apis/" + version)
                                + (namespace.isEmpty() ? "" : "/namespaces/" + namespace)
                                + "/"
                                + object.path("kind").asString().toLowerCase(Locale.ROOT)
                                + "s",
                        object);
    }

    private static List<ObjectNode> objects(Path manifests) throws IOException {
        return StreamSupport.stream(
                        new Yaml().loadAll(Files.readString(manifests)).spliterator(), false)
                .filter(document -> document != null)
                .map(DeployedRightsIT::tree)
                .toList();
    }

    private static ObjectNode object(String yaml) {
        return tree(new Yaml().load(yaml));
    }

    private static ObjectNode tree(Object yaml) {
        return (ObjectNode) JsonMapper.shared().<JsonNode>valueToTree(yaml);
    }
}
