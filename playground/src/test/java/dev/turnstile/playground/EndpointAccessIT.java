package dev.turnstile.playground;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.service.Http;
import dev.turnstile.service.RunningJar;
import dev.turnstile.service.TestCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Who gets an answer from actuator and console of the deployed services: the API server says whose a token is, until
 * when, and what its bearer may; the services ask it with the rights that the manifests give them.
 */
@Tag("kube-apiserver-only") // Only of a real kube-apiserver the key is at hand that signs tokens.
final class EndpointAccessIT {
    /**
     * The endpoints that tell something, by the jar and the purpose of its port; each with the answer to who may ask.
     */
    private static final Map<String, Map<String, Integer>> GUARDED = Map.of(
            "worker-service management",
            Map.of(
                    "/actuator", 200,
                    "/actuator/info", 200,
                    "/actuator/sbom", 200,
                    "/actuator/queues", 200,
                    // With a good token the answer is about the workload, which is not there.
                    "/actuator/workloads/team/none", 404),
            "manager-service management",
            Map.of(
                    "/actuator", 200,
                    "/actuator/info", 200,
                    "/actuator/sbom", 200,
                    "/actuator/orchestration", 200,
                    "/actuator/clusters", 200),
            "manager-service server",
            Map.of("/console/api/workloads/team/none", 404));

    /** What would tell of the process, its settings and its memory is not there even for who may ask for anything. */
    private static final List<String> NEVER = List.of(
            "/actuator/env",
            "/actuator/configprops",
            "/actuator/beans",
            "/actuator/heapdump",
            "/actuator/threaddump",
            "/actuator/loggers",
            "/actuator/mappings",
            "/actuator/shutdown");

    @Test
    void onlyATokenThatIsKnownValidAndAllowedOpensAnEndpoint(@TempDir Path folder) throws IOException {
        TestCluster cluster = TestCluster.kubeApiserver(folder);
        try (Deployment deployment = Deployment.on(cluster, folder);
                RunningJar worker = deployment.run("worker-service");
                RunningJar manager = deployment.run("manager-service")) {
            Deployment.eventuallyReady(worker);
            Deployment.eventuallyReady(manager);
            cluster.tokenOf("reader", List.of("/actuator", "/actuator/*", "/console/api/*"));
            String valid = cluster.tokenUntil(Instant.now().plus(Duration.ofMinutes(30)), "default", "reader");
            String expired = cluster.tokenUntil(Instant.now().minus(Duration.ofMinutes(5)), "default", "reader");
            String stranger = cluster.tokenOf("stranger", List.of());
            String forged = valid.substring(0, valid.lastIndexOf('.') + 1) + "c2lnbmF0dXJl";

            SoftAssertions.assertSoftly(softly -> GUARDED.forEach((where, paths) -> {
                RunningJar service = where.startsWith("worker-service") ? worker : manager;
                int port = service.port(where.substring(where.indexOf(' ') + 1)).orElseThrow();
                paths.forEach((path, answer) -> {
                    String what = where + " " + path;
                    softly.assertThat(Http.get(port, path, valid).code())
                            .as(what)
                            .isEqualTo(answer);
                    softly.assertThat(Http.get(port, path).code())
                            .as(what + " without a token")
                            .isEqualTo(401);
                    Map.of("unknown", "no-such-token", "forged", forged, "expired", expired)
                            .forEach((kind, token) -> {
                                Http.Answer refusal = Http.get(port, path, token);
                                softly.assertThat(refusal.code())
                                        .as(what + " with a token that is " + kind)
                                        .isEqualTo(401);
                                softly.assertThat(refusal.challenge()).as(what).startsWith("Bearer");
                                softly.assertThat(refusal.text())
                                        .as(what)
                                        .contains("does not know the token")
                                        .doesNotContain(token);
                            });
                    Http.Answer refusal = Http.get(port, path, stranger);
                    softly.assertThat(refusal.code())
                            .as(what + " without the right")
                            .isEqualTo(403);
                    softly.assertThat(refusal.text())
                            .as(what)
                            .contains("default:stranger may not get " + path)
                            .doesNotContain(stranger);
                });
            }));
            for (RunningJar service : List.of(worker, manager)) {
                int management = service.port("management").orElseThrow();
                for (String path : NEVER) {
                    assertThat(Http.get(management, path, valid).code())
                            .as(path)
                            .isEqualTo(404);
                }
                assertThat(service.output()).doesNotContain(valid, expired, stranger, forged);
            }
        }
    }
}
