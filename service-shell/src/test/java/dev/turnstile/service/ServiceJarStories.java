package dev.turnstile.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.turnstile.embedded.api.GroupVersionResource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** What every service does as an executable jar, as a user starts it, with the rights of the manifests. */
public abstract class ServiceJarStories {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final String name;
    private final DeployedAccount account;
    private final List<String> ports;
    private final List<String> readiness;
    private final Map<String, Integer> endpoints;

    @TempDir
    private Path folder;

    private TestCluster cluster;
    private Path kubeconfig;

    /**
     * For one service.
     *
     * @param account as whom it comes to the cluster
     * @param ports options that let it take free ports, but for those that every service has
     * @param readiness what its answer about readiness names
     * @param endpoints its own ones, with the code that they answer to who may ask while nothing is there
     */
    protected ServiceJarStories(
            String name,
            DeployedAccount account,
            List<String> ports,
            List<String> readiness,
            Map<String, Integer> endpoints) {
        this.name = name;
        this.account = account;
        this.ports = ports;
        this.readiness = readiness;
        this.endpoints = endpoints;
    }

    @BeforeEach
    void startCluster() throws IOException {
        cluster = TestCluster.chosen(folder);
        cluster.installCustomResources();
        kubeconfig = Files.writeString(
                folder.resolve("account.kubeconfig"), account.kubeconfig(Files.readString(cluster.kubeconfig())));
    }

    @AfterEach
    void stopCluster() {
        cluster.close();
    }

    @Test
    void itStartsSaysItsPortsBecomesReadyAndEndsWhenAsked() throws IOException {
        var file = Files.writeString(folder.resolve("configuration.yaml"), "featureGates: {ShortWorkloadNames: true}");
        var readable = new ArrayList<>(endpoints.keySet());
        readable.add("/actuator/info");
        var token = cluster.tokenOf("reader", readable);

        try (var jar = run(Map.of(), "--kubeconfig=" + kubeconfig, "--config=" + file, "--health.port=0")) {
            await().atMost(PATIENCE).until(() -> jar.port("management").isPresent() || !jar.isRunning());
            assertThat(jar.port("server")).as(jar.output()).isPresent();
            var health = jar.port("health").orElseThrow();
            var management = jar.port("management").orElseThrow();
            await().atMost(PATIENCE).until(() -> Http.get(health, "/readyz").code() == 200);

            assertThat(Http.get(health, "/readyz").text())
                    .as("what readiness waits for")
                    .contains(readiness);
            assertThat(Http.get(health, "/healthz").code()).isEqualTo(200);
            assertThat(Http.get(health, "/metrics").code()).isEqualTo(404);
            assertThat(Http.get(management, "/metrics").text())
                    .contains("kubernetes_feature_enabled{name=\"ShortWorkloadNames\",stage=\"ALPHA\"} 1.0\n");
            assertThat(Http.get(management, "/actuator/info").code()).isEqualTo(401);
            assertThat(Http.get(management, "/actuator/info", token).text())
                    .contains("\"artifact\":\"" + name + "\"")
                    .contains("\"git\":{\"commit\":{\"id\":")
                    .contains("\"ShortWorkloadNames\":{");
            endpoints.forEach((path, code) -> {
                assertThat(Http.get(management, path).code()).as(path).isEqualTo(401);
                assertThat(Http.get(management, path, token).code()).as(path).isEqualTo(code);
            });
            assertThat(Http.get(management, "/metrics").text().lines().filter(line -> line.startsWith("kueue_")))
                    .isNotEmpty()
                    .allSatisfy(line -> assertThat(line).contains("replica_role="));

            // 128 + SIGTERM: ended by the signal, after the graceful part.
            assertThat(jar.stop()).isEqualTo(143);
            assertThat(jar.output()).contains("level=INFO service=" + name).doesNotContain("level=ERROR");
        }
    }

    @Test
    void withoutAClusterItSaysWhereItLookedAndEnds() {
        try (var jar = run(Map.of())) {
            assertThat(jar.exitCode(PATIENCE)).isEqualTo(1);
            assertThat(jar.output())
                    .contains("No Kubernetes cluster is known. Looked at, in this order:")
                    .contains("--kubeconfig=PATH: not given")
                    .contains("$KUBECONFIG: not set")
                    .contains(folder + "/.kube/config: no such file")
                    .contains("Name a kubeconfig")
                    .doesNotContain("at dev.turnstile", "Exception");
        }
    }

    @Test
    void logsAreStructuredAsTheSettingSays() {
        try (var jar = run(Map.of(), "--turnstile.log-format=ecs")) {
            assertThat(jar.exitCode(PATIENCE)).isEqualTo(1);
            assertThat(jar.output().lines().filter(line -> line.startsWith("{")))
                    .isNotEmpty()
                    .allSatisfy(line -> assertThat(JsonMapper.shared()
                                    .readTree(line)
                                    .at("/ecs/version")
                                    .asString(""))
                            .as(line)
                            .isNotEmpty());
        }
        try (var jar = run(Map.of(), "--turnstile.log-format=xml")) {
            assertThat(jar.exitCode(PATIENCE)).isEqualTo(1);
            assertThat(jar.output()).contains("turnstile.log-format", "xml", "one of logfmt, ecs, text");
        }
    }

    @Test
    void aConfigMapBringsTheSameFileAndIsReloaded() {
        cluster.create(GroupVersionResource.core("configmaps"), configMap("90s", "one"));

        try (var jar = run(
                Map.of("KUBECONFIG", kubeconfig.toString()),
                "--spring.main.cloud-platform=kubernetes",
                "--spring.cloud.kubernetes.client.namespace=kueue-system")) {
            await().atMost(PATIENCE).until(() -> jar.port("management").isPresent() || !jar.isRunning());
            assertThat(jar.port("management")).as(jar.output()).isPresent();

            cluster.update(GroupVersionResource.core("configmaps"), configMap("2m", "two"));

            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(jar.output())
                            .contains("configuration changed: multiKueue.gcInterval")
                            .contains("in effect only after a restart: multiKueue.origin"));

            cluster.update(GroupVersionResource.core("configmaps"), configMap("soon", "two"));

            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(jar.output())
                            .contains("changed configuration refused, the former one holds: multiKueue.gcInterval"));
            assertThat(jar.isRunning()).isTrue();
        }
    }

    private RunningJar run(Map<String, String> variables, String... arguments) {
        var all = new ArrayList<>(List.of("--server.port=0", "--management.server.port=0"));
        all.addAll(ports);
        all.addAll(List.of(arguments));
        return new RunningJar(Path.of("target", name + ".jar"), folder, variables, all);
    }

    private static String configMap(String interval, String origin) {
        return """
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: kueue-manager-config, namespace: kueue-system}
            data:
              controller_manager_config.yaml: |
                apiVersion: config.kueue.x-k8s.io/v1beta2
                kind: Configuration
                multiKueue: {gcInterval: %s, origin: %s}
            """.formatted(interval, origin);
    }
}
