package dev.turnstile.embedded.contract;

import static dev.turnstile.embedded.contract.Objects.pod;
import static dev.turnstile.embedded.contract.Objects.running;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.embedded.testing.TestCluster;
import dev.turnstile.embedded.testing.Waiting;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Starts k3s if there is a container engine; else it is skipped with that reason. */
@Tag("k3s-only") // Starts k3s, whatever the build has chosen.
class K3sSmokeIT {
    @Test
    void podsRunOnThePlayedNodes() {
        try (var cluster = TestCluster.start(TestCluster.Kind.K3S)) {
            assertThat(cluster.api().get("/version").path("gitVersion").asString())
                    .startsWith("v1.36.");
            var objects = new Objects(cluster, "smoke");
            objects.create("pods", pod("p", running("true")));

            Waiting.until(
                    "the pod to succeed",
                    () -> objects.get("pods", "p").text("status", "phase").equals("Succeeded"));

            assertThat(objects.get("pods", "p").text("spec", "nodeName")).isEqualTo("node-1");
        }
    }
}
