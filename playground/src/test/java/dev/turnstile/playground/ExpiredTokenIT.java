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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who may read yesterday may not read today: the API server knows when a token ends, and the services ask it. */
@Tag("own-cluster") // Only of a real kube-apiserver the key is at hand that signs tokens.
final class ExpiredTokenIT {
    private static final String ACCOUNT = "reader";

    @Test
    void anExpiredTokenOpensNeitherActuatorNorConsole(@TempDir Path folder) throws IOException {
        TestCluster cluster = TestCluster.kubeApiserver(folder);
        try (Deployment deployment = Deployment.on(cluster, folder);
                RunningJar worker = deployment.run("worker-service");
                RunningJar manager = deployment.run("manager-service")) {
            Deployment.eventuallyReady(worker);
            Deployment.eventuallyReady(manager);
            cluster.tokenOf(ACCOUNT, List.of("/actuator/*", "/console/api/*"));
            String valid = cluster.tokenUntil(Instant.now().plus(Duration.ofMinutes(30)), "default", ACCOUNT);
            String expired = cluster.tokenUntil(Instant.now().minus(Duration.ofMinutes(5)), "default", ACCOUNT);

            int management = worker.port("management").orElseThrow();
            assertThat(Http.get(management, "/actuator/queues", valid).code()).isEqualTo(200);
            refused(Http.get(management, "/actuator/queues", expired), expired);
            int orchestration = manager.port("management").orElseThrow();
            assertThat(Http.get(orchestration, "/actuator/orchestration", valid).code())
                    .isEqualTo(200);
            refused(Http.get(orchestration, "/actuator/orchestration", expired), expired);
            int console = manager.port("server").orElseThrow();
            // With a good token the answer is about the workload, which is not there.
            assertThat(Http.get(console, "/console/api/workloads/team/none", valid)
                            .code())
                    .isEqualTo(404);
            refused(Http.get(console, "/console/api/workloads/team/none", expired), expired);
            assertThat(worker.output() + manager.output()).doesNotContain(valid).doesNotContain(expired);
        }
    }

    private static void refused(Http.Answer answer, String token) {
        assertThat(answer.code()).isEqualTo(401);
        assertThat(answer.challenge()).startsWith("Bearer");
        assertThat(answer.text()).contains("does not know the token").doesNotContain(token);
    }
}
