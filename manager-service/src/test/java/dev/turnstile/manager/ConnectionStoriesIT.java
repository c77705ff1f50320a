package dev.turnstile.manager;

import static dev.turnstile.manager.TestFleet.CHECK;
import static dev.turnstile.manager.TestFleet.CLUSTER;
import static dev.turnstile.manager.TestFleet.MANAGER;
import static dev.turnstile.manager.TestFleet.SECRET;
import static dev.turnstile.manager.TestFleet.condition;
import static dev.turnstile.manager.TestFleet.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.manager.cluster.RemoteCluster;
import dev.turnstile.manager.observe.ClustersEndpoint;
import dev.turnstile.manager.observe.ClustersHealth;
import dev.turnstile.service.DeployedAccount;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.JsonNode;

/** What conditions say while clusters come and go. Only {@code worker1} of three exists. */
@Tag("embedded-only") // A cluster that goes away and comes back.
@Timeout(120)
class ConnectionStoriesIT {
    private static TestFleet fleet;
    private static ManagerRuntime manager;

    @BeforeAll
    static void start() {
        fleet = new TestFleet(List.of("worker1"), false);
        manager = fleet.startManager(
                "gcInterval: 1s, kubeconfigFolder: '" + System.getProperty("java.io.tmpdir") + "'", "");
    }

    @AfterAll
    static void stop() {
        manager.close();
        fleet.close();
    }

    private static void says(String cluster, String... words) {
        eventually(cluster + " says " + List.of(words), () -> {
            String said = condition(fleet.get(MANAGER, CLUSTER, "", cluster), "Active");
            return List.of(words).stream().allMatch(said::contains);
        });
    }

    private static void checkSays(String words) {
        eventually(
                "the check says " + words,
                () -> condition(fleet.get(MANAGER, CHECK, "", "mk"), "Active").equals(words));
    }

    private static void secret(String name, String key, String text) {
        if (!fleet.get(MANAGER, SECRET, "kueue-system", name).isMissingNode()) {
            fleet.delete(MANAGER, SECRET, "kueue-system", name);
        }
        fleet.create(
                MANAGER,
                SECRET,
                "kueue-system",
                "{metadata: {name: %s, namespace: kueue-system}, data: {%s: %s}}"
                        .formatted(
                                name, key, Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8))));
    }

    @Test
    void aKubeconfigIsSearchedReadAndTriedAndEachStepIsReported() {
        says("worker1", "True Active Connected");
        fleet.create(
                MANAGER,
                CLUSTER,
                "",
                "{metadata: {name: worker2}, spec: {clusterSource: {kubeConfig: {locationType: Secret, location:"
                        + " worker2-secret}}}}");
        says("worker2", "False BadKubeConfig load client config failed: Secret \"worker2-secret\" not found");
        checkSays("True SomeActiveClusters Missing clusters: [worker3], Inactive clusters: [worker2]");

        String good = fleet.cluster("worker1").kubeconfig();
        secret("worker2-secret", "other", "x");
        says("worker2", "False BadKubeConfig", "key \"kubeconfig\" not found in secret \"worker2-secret\"");
        secret("worker2-secret", "kubeconfig", "rubbish: [");
        says("worker2", "False InsecureKubeConfig", "yaml: line 1: did not find expected node content");
        secret("worker2-secret", "kubeconfig", good.replace("token:", "tokenFile:"));
        says("worker2", "False InsecureKubeConfig load client config failed: tokenFile is not allowed (line");
        secret("worker2-secret", "kubeconfig", good.replaceAll("(https://[^:]+):[0-9]+", "$1:1"));
        says(
                "worker2",
                "False ClientConnectionFailed failed to get server groups: Get \"https://",
                ":1/api\": dial tcp ",
                ":1: connect: connection refused; connection attempts: 2, next connection attempt: ");
        secret("worker2-secret", "kubeconfig", good.replaceAll("token: .*", "token: nobody"));
        says(
                "worker2",
                "False ClientConnectionFailed failed to get server groups: the server has asked for the client to"
                        + " provide credentials; connection attempts: ");
        secret("worker2-secret", "kubeconfig", good);
        says("worker2", "True Active Connected");
        fleet.delete(MANAGER, CLUSTER, "", "worker2");
        checkSays("True SomeActiveClusters Missing clusters: [worker2 worker3]");
    }

    /** The old connection goes on until the new one has read everything. */
    @Test
    void otherCredentialsAreTakenWithoutARestartAndWithoutAnOutage() {
        says("worker1", "True Active Connected");
        RemoteCluster remote = Objects.requireNonNull(manager.remotes().get("worker1"));
        int before = remote.reconnects();
        String since = activeSince("worker1");
        String rotated = DeployedAccount.REMOTE_MANAGER.kubeconfig(
                fleet.cluster("worker1").kubeconfig());
        assertThat(rotated).isNotEqualTo(fleet.account("worker1"));
        fleet.patch(
                MANAGER,
                SECRET,
                "kueue-system",
                "worker1-secret",
                "{data: {kubeconfig: %s}}"
                        .formatted(Base64.getEncoder().encodeToString(rotated.getBytes(StandardCharsets.UTF_8))));
        eventually("another connection is there", () -> remote.reconnects() > before);
        says("worker1", "True Active Connected");
        assertThat(activeSince("worker1")).isEqualTo(since);
    }

    private static String activeSince(String cluster) {
        for (JsonNode condition :
                fleet.get(MANAGER, CLUSTER, "", cluster).path("status").path("conditions")) {
            if (condition.path("type").asString("").equals("Active")) {
                return condition.path("lastTransitionTime").asString("");
            }
        }
        return "";
    }

    @Test
    void aClusterThatIsAwayMakesTheManagerDegradedAndIsFoundAgain() {
        says("worker1", "True Active Connected");
        fleet.cluster("worker1").faults().restart(Duration.ofSeconds(3));
        says("worker1", "False ClientConnectionFailed", "connect: connection refused");
        assertThat(new ClustersHealth(manager.remotes()).health().getStatus()).isEqualTo(ClustersHealth.DEGRADED);
        assertThat(String.valueOf(
                        new ClustersEndpoint(manager.remotes()).clusters().get("worker1")))
                .contains("connection=down");
        says("worker1", "True Active Connected");
    }

    /** Its watches look like those of a quiet cluster, for minutes. */
    @Test
    void aClusterThatFallsSilentIsNoticedWithinSecondsAndFoundAgain() {
        says("worker1", "True Active Connected");
        eventually("its lag is known", () -> clusterSays("worker1").contains("lagMillis="));
        Instant silent = Instant.now();
        fleet.cluster("worker1").faults().partition(true);
        try {
            says(
                    "worker1",
                    "False ClientConnectionFailed",
                    "/api\": dial tcp ",
                    "i/o timeout; connection attempts: 1,");
            assertThat(Duration.between(silent, Instant.now())).isLessThan(Duration.ofSeconds(20));
            assertThat(clusterSays("worker1")).contains("connection=down").doesNotContain("lagMillis=");
        } finally {
            fleet.cluster("worker1").faults().partition(false);
        }
        says("worker1", "True Active Connected");
    }

    @Test
    void aClusterThatAnswersSlowlyIsNotTakenForLost() {
        says("worker1", "True Active Connected");
        String since = connectedSince("worker1");
        fleet.cluster("worker1").faults().latency(Duration.ofMillis(1500), Duration.ZERO);
        try {
            eventually(
                    "its lag is told",
                    () -> manager.remotes().all().stream()
                            .filter(cluster -> cluster.name().equals("worker1"))
                            .flatMap(cluster -> cluster.lag().stream())
                            .anyMatch(lag -> lag.toMillis() >= 1500));
        } finally {
            fleet.cluster("worker1").faults().latency(Duration.ZERO, Duration.ZERO);
        }
        assertThat(connectedSince("worker1")).isEqualTo(since);
    }

    private static String clusterSays(String cluster) {
        return String.valueOf(new ClustersEndpoint(manager.remotes()).clusters().get(cluster));
    }

    private static String connectedSince(String cluster) {
        var remote = manager.remotes().get(cluster);
        return remote == null ? "gone" : remote.link().toString();
    }

    @Test
    void aKubeconfigInAFileIsReadAgainWhenItChanges(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("kubeconfig");
        fleet.create(
                MANAGER,
                CLUSTER,
                "",
                "{metadata: {name: filed}, spec: {clusterSource: {kubeConfig: {locationType: Path, location: '%s'}}}}"
                        .formatted(file));
        says("filed", "False BadKubeConfig", "open " + file + ": no such file or directory");
        Files.writeString(file, fleet.cluster("worker1").kubeconfig());
        says("filed", "True Active Connected");
        Files.writeString(file, "rubbish: [");
        says("filed", "False InsecureKubeConfig");
        fleet.delete(MANAGER, CLUSTER, "", "filed");
    }

    @Test
    void theServiceTellsOfItsClustersAndIsReadyWithoutThem(@TempDir Path folder) throws Exception {
        Path kubeconfig = folder.resolve("kubeconfig");
        fleet.cluster(MANAGER).writeKubeconfig(kubeconfig);
        Path configuration =
                Files.writeString(folder.resolve("configuration.yaml"), "leaderElection: {leaderElect: false}");
        try (ConfigurableApplicationContext service = ManagerService.start(
                "--kubeconfig=" + kubeconfig,
                "--config=" + configuration,
                "--spring.profiles.active=playground",
                "--server.port=0",
                "--management.server.port=0",
                "--spring.main.register-shutdown-hook=false")) {
            String address =
                    "http://127.0.0.1:" + service.getEnvironment().getRequiredProperty("local.management.port");
            eventually("it is ready", () -> get(address + "/readyz").statusCode() == 200);
            eventually(
                    "it is connected",
                    () -> get(address + "/actuator/clusters")
                            .body()
                            .contains("\"worker1\":{\"connection\":\"connected\""));
            assertThat(get(address + "/actuator/orchestration").body()).contains("\"waiting\":{}");
            assertThat(get(address + "/actuator/prometheus").body())
                    .contains("kueue_multikueue_cluster_active{cluster=\"worker1\",replica_role=\"standalone\"} 1.0");
            assertThat(get(address + "/actuator/health").body()).contains("\"workerClusters\"");
        }
    }

    private static HttpResponse<String> get(String address) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(
                    HttpRequest.newBuilder(URI.create(address)).build(), HttpResponse.BodyHandlers.ofString());
        }
    }
}
