package dev.turnstile.manager.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.turnstile.model.kueue.MultiKueueCluster;
import dev.turnstile.model.meta.KubernetesJson;
import dev.turnstile.service.informer.ApiStatusException;
import dev.turnstile.service.informer.MemoryApi;
import dev.turnstile.service.thread.FastThreads;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RemoteClusterTest {
    private static final MultiKueueCluster CLUSTER = KubernetesJson.read(
            "{\"apiVersion\": \"kueue.x-k8s.io/v1beta2\", \"kind\": \"MultiKueueCluster\", \"metadata\": {\"name\":"
                    + " \"hostile\"}, \"spec\": {\"clusterSource\": {\"kubeConfig\": {\"location\": \"hostile\"}}}}",
            MultiKueueCluster.class);

    private final FastThreads threads = new FastThreads(60);
    private final MemoryApi api = new MemoryApi(threads);

    @Test
    void aClusterThatAnswersButLetsNobodyReadIsLostAfterAMinute() {
        // What is requested as /api, to find out whether the cluster answers.
        api.set("api", "healthy");
        RemoteAccess access =
                new RemoteAccess("here", () -> true, Clock.systemUTC(), threads, (kubeconfig, calls) -> api);
        try (RemoteClusters clusters = new RemoteClusters(access)) {
            RemoteCluster cluster =
                    clusters.use(CLUSTER, new KubeconfigReading.Usable("none", "https://127.0.0.1:6443"));
            await().atMost(Duration.ofSeconds(20)).until(() -> cluster.link().connected());

            api.fail(request -> request.contains("/jobs")
                    ? new ApiStatusException(request, 403, "Forbidden", "jobs is forbidden", Duration.ZERO)
                    : null);

            await().atMost(Duration.ofSeconds(20))
                    .untilAsserted(() -> assertThat(cluster.link())
                            .isInstanceOfSatisfying(
                                    Link.Down.class,
                                    down -> assertThat(down.message())
                                            .contains(
                                                    "it answers, but its objects cannot be read",
                                                    "jobs is forbidden")));

            api.fail(request -> null);

            await().atMost(Duration.ofSeconds(20)).until(() -> cluster.link().connected());
        }
    }
}
