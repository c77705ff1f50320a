package dev.turnstile.playground;

import dev.turnstile.service.RunningJar;
import dev.turnstile.service.TestCluster;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Each service on k3s in a container, with its rights of the manifests: on a user's machine the published image on
 * Docker, in CI a stand-in (docs/contributing.md). Skipped, in words, only where no container engine answers.
 */
@Tag("k3s-only") // Starts k3s, whatever the build has chosen.
final class K3sServicesIT {

    @Test
    void theServicesWorkOnK3s(@TempDir Path folder) throws IOException {
        try (Deployment deployment = Deployment.on(TestCluster.k3s(folder), folder);
                RunningJar worker = deployment.run("worker-service");
                RunningJar manager = deployment.run("manager-service")) {
            Deployment.eventuallyReady(worker);
            Deployment.eventuallyReady(manager);

            deployment.playThreeJobs(worker);

            Deployment.assertNothingWasForbidden(worker);
            Deployment.assertNothingWasForbidden(manager);
        }
    }
}
