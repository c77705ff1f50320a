package dev.turnstile.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.turnstile.model.config.InvalidConfigurationException;
import dev.turnstile.model.config.ReloadableConfiguration;
import dev.turnstile.service.example.ExampleService;
import dev.turnstile.service.observe.ListeningPorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

@ExtendWith(OutputCaptureExtension.class)
class ServiceStartTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @TempDir
    private Path folder;

    private TestCluster cluster;
    private final List<ConfigurableApplicationContext> started = new ArrayList<>();

    @BeforeEach
    void startCluster() {
        cluster = TestCluster.embedded(folder);
    }

    @AfterEach
    void stop() {
        started.forEach(ConfigurableApplicationContext::close);
        cluster.close();
    }

    @Test
    void aServiceIsReadyOnceItsCustomResourcesAreServed() {
        var management = port(start(), "management");

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(Http.get(management, "/readyz").text())
                        .contains("\"missing\":\"cohorts.kueue.x-k8s.io, workloads.kueue.x-k8s.io\"")
                        .contains("\"remedy\":\"kubectl apply --server-side -f deploy/crds/\""));
        assertThat(Http.get(management, "/readyz").code()).isEqualTo(503);
        assertThat(Http.get(management, "/healthz").code()).isEqualTo(200);

        cluster.installCustomResources();

        await().atMost(PATIENCE).until(() -> Http.get(management, "/readyz").code() == 200);
        assertThat(Http.get(management, "/actuator/health/readiness").code()).isEqualTo(200);

        cluster.remove("cohorts.kueue.x-k8s.io");

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(Http.get(management, "/readyz").text())
                        .contains("\"missing\":\"cohorts.kueue.x-k8s.io\""));
    }

    @Test
    void metricsAreOpenAndNameEachFeature() {
        var management = port(start("--kueue.featureGates.ShortWorkloadNames=true"), "management");

        for (var path : List.of("/metrics", "/actuator/prometheus")) {
            assertThat(Http.get(management, path).text())
                    .contains("kubernetes_feature_enabled{name=\"ShortWorkloadNames\",stage=\"ALPHA\"} 1.0\n")
                    .contains("kubernetes_feature_enabled{name=\"SchedulingGatedBy\",stage=\"ALPHA\"} 0.0\n")
                    .contains(
                            "kubernetes_feature_enabled{name=\"PodIntegrationFastQuotaRelease\",stage=\"BETA\"} 1.0\n");
        }
    }

    @Test
    void everythingElseNeedsATokenWithRights() {
        var management = port(start(), "management");
        var stranger = cluster.tokenOf("stranger", List.of());
        var reader = cluster.tokenOf("reader", List.of("/actuator/info"));

        var without = Http.get(management, "/actuator/info");
        assertThat(without.code()).isEqualTo(401);
        assertThat(without.challenge()).isEqualTo("Bearer");
        var unknown = Http.get(management, "/actuator/info", "no-such-token");
        assertThat(unknown.code()).isEqualTo(401);
        assertThat(unknown.text()).contains("does not know the token");
        var forbidden = Http.get(management, "/actuator/info", stranger);
        assertThat(forbidden.code()).isEqualTo(403);
        assertThat(forbidden.text())
                .contains("system:serviceaccount:default:stranger may not get /actuator/info")
                .contains("nonResourceURLs: [/actuator/info], verbs: [get]");
        var allowed = Http.get(management, "/actuator/info", reader);
        assertThat(allowed.code()).isEqualTo(200);
        assertThat(allowed.text()).contains("\"MultiKueueOrchestratedPreemption\"");
        assertThat(Http.get(management, "/actuator", reader).code()).isEqualTo(403);
        assertThat(Http.get(management, "/actuator/info/", stranger).code()).isEqualTo(403);
        assertThat(Http.get(management, "/actuator/health/../info").code()).isEqualTo(401);
        assertThat(Http.get(management, "/actuator/health;/../info").code()).isEqualTo(401);
        assertThat(Http.get(management, "/actuator/health/%2e%2e/info").code()).isEqualTo(401);
    }

    @Test
    void aClusterThatDoesNotAnswerLetsNobodyIn() {
        var management = port(start(), "management");
        cluster.close();

        assertThat(Http.get(management, "/actuator/info", "any-token").code()).isEqualTo(503);
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(Http.get(management, "/readyz").text())
                        .contains("\"api\":{\"details\":{\"reason\":"));
        assertThat(Http.get(management, "/healthz").code()).isEqualTo(200);
        assertThat(Http.get(management, "/metrics").code()).isEqualTo(200);
    }

    @Test
    void thePlaygroundIsOpen() {
        var management = port(start("--spring.profiles.active=playground"), "management");

        assertThat(Http.get(management, "/actuator/info").code()).isEqualTo(200);
    }

    @Test
    void everyPortIsSaidAndHealthHasItsOwnWhereTheFileSaysSo(CapturedOutput output) throws IOException {
        var file = file("{metrics: {bindAddress: '127.0.0.1:0'}, health: {healthProbeBindAddress: ':0'}}");
        var context = start(List.of("--kubeconfig=" + cluster.kubeconfig(), "--server.port=0", "--config=" + file));

        for (var purpose : List.of("server", "management", "health")) {
            assertThat(output.getOut()).contains("listening on " + purpose + " " + port(context, purpose));
        }
        var health = port(context, "health");
        assertThat(Http.get(health, "/healthz")).extracting(Http.Answer::code).isEqualTo(200);
        assertThat(Http.get(health, "/metrics").code()).isEqualTo(404);
        assertThat(Http.get(health, "/actuator/info").code()).isEqualTo(404);
        assertThat(Http.get(port(context, "management"), "/metrics").code()).isEqualTo(200);
    }

    @Test
    void aChangedFileIsTakenOverWhereItCanBe(CapturedOutput output) throws IOException {
        var file = file("multiKueue: {gcInterval: 1m, origin: one}");
        var configuration = start("--config=" + file).getBean(ReloadableConfiguration.class);

        file("multiKueue: {gcInterval: 2m, origin: two}");

        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(configuration.current().multiKueue().gcInterval())
                                .isEqualTo(Duration.ofMinutes(2)));
        assertThat(configuration.current().multiKueue().origin()).isEqualTo("one");
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(output.getOut())
                        .contains("configuration changed: multiKueue.gcInterval")
                        .contains("in effect only after a restart: multiKueue.origin"));

        file("multiKueue: {gcInterval: soon}");

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(output.getOut())
                        .contains("changed configuration refused")
                        .contains("a duration such as 5m30s"));
        assertThat(configuration.current().multiKueue().gcInterval()).isEqualTo(Duration.ofMinutes(2));
    }

    @Test
    void theCommandLineWinsOverTheFile() throws IOException {
        var file = file("{multiKueue: {gcInterval: 1m, origin: one}, webhook: {port: 1}}");

        var configuration = start("--config=" + file, "--kueue.multiKueue.origin=two", "--webhook.port=0")
                .getBean(ReloadableConfiguration.class)
                .current();

        assertThat(configuration.multiKueue().origin()).isEqualTo("two");
        assertThat(configuration.multiKueue().gcInterval()).isEqualTo(Duration.ofMinutes(1));
        assertThat(configuration.webhook().port()).isZero();
    }

    @Test
    void whatIsKnownAndDoesNothingIsNamedOnceAtTheStart(CapturedOutput output) throws IOException {
        start("--config=" + file("{pprofBindAddress: ':1', featureGates: {TopologyAwareScheduling: true}}"));

        assertThat(output.getOut())
                .containsOnlyOnce(
                        "known, but not in effect here: featureGates.TopologyAwareScheduling, pprofBindAddress");
    }

    @Test
    void aWrongFileEndsTheStartWithEverythingThatIsWrong(CapturedOutput output) throws IOException {
        var file = file("{webhook: {port: -1}, multikueue: {}, featureGates: {NoSuchGate: true}}");

        assertThatThrownBy(() -> start("--config=" + file)).isInstanceOf(InvalidConfigurationException.class);

        assertThat(output.getAll())
                .contains("APPLICATION FAILED TO START")
                .contains("webhook.port: -1: a whole number from 0 to 65535")
                .contains("multikueue: {}: no such setting; the nearest known one is multiKueue")
                .contains("featureGates.NoSuchGate: true: no such feature")
                .doesNotContain("\tat dev.turnstile");
    }

    @Test
    void whatNobodyWouldReadOnTheCommandLineEndsTheStart(CapturedOutput output) throws IOException {
        var file = file("{webhook: {port: -1}}");

        assertThatThrownBy(() -> start(List.of(
                        "--kubeconfig",
                        cluster.kubeconfig().toString(),
                        "--config=" + file,
                        "--health.port=",
                        "--webhook.host=localhost")))
                .isInstanceOf(InvalidConfigurationException.class);

        assertThat(output.getAll())
                .contains("command line: --kubeconfig: --kubeconfig=value, in one word")
                .contains("command line: \\\"" + cluster.kubeconfig() + "\\\": options as --name=value, in one word")
                .contains("command line: --health.port=: --health.port=value, in one word")
                .contains("command line: --webhook.host: no such option; the nearest known one is --webhook.port;"
                        + " settings of the configuration file are written --kueue.NAME=value")
                .contains("webhook.port: -1: a whole number from 0 to 65535");
    }

    @Test
    void withoutAClusterTheStartEndsWithThePlacesThatWereSearched(CapturedOutput output) {
        assertThatThrownBy(() -> start(List.of("--kubeconfig=" + folder.resolve("none"))))
                .hasMessageContaining("there is no such file");

        assertThat(output.getAll())
                .contains("APPLICATION FAILED TO START")
                .contains("--kubeconfig=" + folder.resolve("none") + ": there is no such file, or it cannot be read")
                .doesNotContain("\tat dev.turnstile");
    }

    private ConfigurableApplicationContext start(String... arguments) {
        var all = new ArrayList<>(
                List.of("--kubeconfig=" + cluster.kubeconfig(), "--server.port=0", "--management.server.port=0"));
        all.addAll(List.of(arguments));
        return start(all);
    }

    private ConfigurableApplicationContext start(List<String> arguments) {
        var context = ExampleService.start(arguments.toArray(String[]::new));
        started.add(context);
        return context;
    }

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("configuration.yaml"), text);
    }

    private static int port(ConfigurableApplicationContext context, String purpose) {
        return context.getBean(ListeningPorts.class).port(purpose).orElseThrow();
    }
}
