package dev.turnstile.playground;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.service.RunningJar;
import dev.turnstile.service.TestCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Lists the rights of worker-service's account that stories of jobs and pods never use, and holds that list against the
 * reasons below: a right that nobody can give a reason for has to go.
 */
@Tag("own-cluster") // Only a real kube-apiserver has an audit log.
final class RightsUsedIT {

    /** What these stories have no occasion for. */
    private static final Map<String, String> UNUSED = new TreeMap<>(Map.of());

    @Test
    void everyRightIsUsedOrHasAReason(@TempDir Path folder) throws IOException {
        try (Deployment deployment = Deployment.on(TestCluster.kubeApiserver(folder), folder);
                RunningJar worker = deployment.run(
                        "worker-service",
                        "--kueue.featureGates.SchedulingGatedBy=true",
                        "--kueue.featureGates.WorkloadAdmissionConstraints=true",
                        "--kueue.integrations.frameworks=batch/job,pod")) {
            Deployment.eventuallyReady(worker);
            deployment.installWebhooks(worker);
            deployment.sample("fleet/worker.yaml");
            ProposalSamplesIT.play(deployment, worker);

            Set<String> given = Deployment.rights("manager.yaml", "turnstile-worker-service");
            Set<String> used = deployment.used("turnstile-worker-service");
            Set<String> unused = new TreeSet<>(given);
            unused.removeAll(used);
            System.out.println(unused.stream()
                    .map(right -> right + ": " + UNUSED.getOrDefault(right, "no reason"))
                    .collect(Collectors.joining("\n  ", "rights never used in these stories:\n  ", "")));
            assertThat(used).as("used without being given").isSubsetOf(given);
            assertThat(unused).as("given, not used").isEqualTo(UNUSED.keySet());
        }
    }
}
