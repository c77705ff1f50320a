package dev.turnstile.worker;

import static dev.turnstile.worker.WorkerObjects.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.model.meta.KubernetesJson;
import dev.turnstile.service.extension.ResourceAddress;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Pending workloads on a replica that does not lead. */
class VisibilityFollowerIT {
    private static final ResourceAddress QUEUE =
            new ResourceAddress("visibility.kueue.x-k8s.io", "v1beta2", "", "clusterqueues", "cq", "pendingworkloads");

    private static final String LEASES =
            "leaderElection: {leaderElect: true, leaseDuration: 12s, renewDeadline: 8s, retryPeriod: 3s}";

    private static List<String> shown(WorkerRuntime worker) {
        return KubernetesJson.mapper()
                .readTree(worker.visibility().read(QUEUE, parameter -> "", false))
                .path("items")
                .valueStream()
                .map(item -> item.at("/metadata/name").asString() + " "
                        + item.path("positionInClusterQueue").asInt(-1) + "/"
                        + item.path("positionInLocalQueue").asInt(-1))
                .toList();
    }

    @Test
    void aFollowerShowsWhatTheLeaderShows() {
        try (WorkerCluster cluster = WorkerCluster.chosen(LEASES)) {
            cluster.queue("1", "");
            try (WorkerRuntime follower = cluster.anotherWorker(new Wire())) {
                eventually("the other has read everything", follower::synced);
                cluster.job("runs", 1, "", "");
                cluster.eventuallyRuns("runs");
                cluster.job("one", 1, "", "");
                cluster.eventuallyWaits("one", "WaitingForQuota");
                cluster.job("two", 1, "", "");

                eventually("the follower shows both", () -> shown(follower).size() == 2);
                assertThat(follower.leading()).isFalse();
                assertThat(shown(follower)).isEqualTo(shown(cluster.worker()));
                assertThat(shown(follower).getFirst()).startsWith("job-one-").endsWith(" 0/0");

                cluster.finish("runs", 1);
                cluster.eventuallyRuns("one");
                eventually("the follower shows one", () -> shown(follower).size() == 1);
                assertThat(shown(follower).getFirst()).startsWith("job-two-").endsWith(" 0/0");
            }
        }
    }
}
