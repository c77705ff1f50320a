package dev.turnstile.playground;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.turnstile.embedded.api.PatchType;
import dev.turnstile.service.RunningJar;
import dev.turnstile.service.TestCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The samples of the pages about single proposals do what the pages say, with the rights and webhooks of the manifests.
 */
final class ProposalSamplesIT {
    private static final String JOBS = "/apis/batch/v1/namespaces/team/jobs";
    private static final String PODS = "/api/v1/namespaces/team/pods";
    private static final String WORKLOADS = "/apis/kueue.x-k8s.io/v1beta2/namespaces/team/workloads";

    @Test
    void theyDoWhatTheirPagesSay(@TempDir Path folder) throws IOException {
        try (Deployment deployment = Deployment.on(TestCluster.chosen(folder), folder);
                RunningJar worker = deployment.run(
                        "worker-service",
                        "--kueue.featureGates.SchedulingGatedBy=true",
                        "--kueue.featureGates.WorkloadAdmissionConstraints=true",
                        "--kueue.integrations.frameworks=batch/job,pod")) {
            Deployment.eventuallyReady(worker);
            deployment.installWebhooks(worker);
            deployment.sample("fleet/worker.yaml");

            play(deployment, worker);
            Deployment.assertNothingWasForbidden(worker);
        }
    }

    /** All of them, one after the other, in the queue of fleet/worker.yaml. */
    static void play(Deployment deployment, RunningJar worker) throws IOException {
        aHeldJobWaitsForWhomItNames(deployment, worker);
        aGatedPodWaitsForEveryGate(deployment, worker);
        aPodThatWasAskedToEndHoldsNoQuota(deployment, worker);
        aPoliteJobStopsNobody(deployment, worker);
    }

    private static void aHeldJobWaitsForWhomItNames(Deployment deployment, RunningJar worker) throws IOException {
        deployment.sample("proposals/held-job.yaml");
        eventually(
                worker,
                () -> assertThat(items(deployment, "/api/v1/namespaces/team/events"))
                        .anyMatch(event -> event.path("reason").asString().equals("SchedulingGated")
                                && event.path("message").asString().contains("example.com/budget")));
        assertThat(items(deployment, WORKLOADS)).isEmpty();

        deployment
                .api()
                .patch(
                        JOBS + "/held",
                        PatchType.MERGE,
                        Deployment.object("{metadata: {annotations: {kueue.x-k8s.io/scheduling-gated-by: null}}}"));
        eventually(
                worker,
                () -> assertThat(deployment
                                .api()
                                .get(JOBS + "/held")
                                .at("/status/succeeded")
                                .asInt(0))
                        .isOne());
    }

    private static void aGatedPodWaitsForEveryGate(Deployment deployment, RunningJar worker) throws IOException {
        deployment.sample("proposals/gated-pod.yaml");
        eventually(worker, () -> assertThat(gates(deployment, "licensed")).containsExactly("example.com/licence"));
        assertThat(deployment.api().get(PODS + "/licensed").at("/spec/nodeName").asString(""))
                .isEmpty();

        deployment
                .api()
                .patch(PODS + "/licensed", PatchType.MERGE, Deployment.object("{spec: {schedulingGates: null}}"));
        eventually(worker, () -> assertThat(phase(deployment, "licensed")).isEqualTo("Succeeded"));
    }

    private static void aPodThatWasAskedToEndHoldsNoQuota(Deployment deployment, RunningJar worker) throws IOException {
        deployment.sample("proposals/slow-pod.yaml");
        eventually(worker, () -> assertThat(phase(deployment, "slow")).isEqualTo("Running"));

        deployment.sample("proposals/urgent-pod.yaml");
        eventually(worker, () -> assertThat(gates(deployment, "urgent")).isEmpty());
        assertThat(items(deployment, PODS))
                .as("no longer wanted, whether it is still there or not")
                .noneMatch(pod -> pod.at("/metadata/name").asString().equals("slow")
                        && pod.at("/metadata/deletionTimestamp").asString("").isEmpty());
        eventually(worker, () -> assertThat(phase(deployment, "urgent")).isEqualTo("Succeeded"));
    }

    private static void aPoliteJobStopsNobody(Deployment deployment, RunningJar worker) throws IOException {
        deployment.sample("fleet/everyday-jobs.yaml");
        eventually(worker, () -> assertThat(running(deployment)).containsExactly("everyday-1", "everyday-2"));

        deployment.sample("proposals/cannot-preempt-job.yaml");
        eventually(
                worker,
                () -> assertThat(items(deployment, WORKLOADS))
                        .anyMatch(workload -> workload.at("/status/conditions")
                                .valueStream()
                                .anyMatch(condition ->
                                        condition.path("reason").asString().equals("AdmissionConstrained"))));
        assertThat(running(deployment)).containsExactly("everyday-1", "everyday-2");
    }

    private static List<String> running(Deployment deployment) {
        return items(deployment, JOBS).stream()
                .filter(job -> !job.at("/spec/suspend").asBoolean(true)
                        && job.at("/status/active").asInt(0) == 1)
                .map(job -> job.at("/metadata/name").asString())
                .sorted()
                .toList();
    }

    private static List<String> gates(Deployment deployment, String pod) {
        JsonNode found = deployment.api().get(PODS + "/" + pod);
        return StreamSupport.stream(found.at("/spec/schedulingGates").spliterator(), false)
                .map(gate -> gate.path("name").asString())
                .toList();
    }

    private static String phase(Deployment deployment, String pod) {
        return deployment.api().get(PODS + "/" + pod).at("/status/phase").asString("");
    }

    private static List<JsonNode> items(Deployment deployment, String path) {
        ObjectNode list = deployment.api().get(path);
        return StreamSupport.stream(list.path("items").spliterator(), false).toList();
    }

    private static void eventually(RunningJar worker, org.awaitility.core.ThrowingRunnable holds) {
        await().atMost(Deployment.PATIENCE).untilAsserted(() -> {
            try {
                holds.run();
            } catch (AssertionError e) {
                throw new AssertionError(e.getMessage() + System.lineSeparator() + worker.output(), e);
            }
        });
    }
}
