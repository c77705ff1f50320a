package dev.turnstile.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.embedded.client.HttpApi;
import dev.turnstile.embedded.testing.TestCluster;
import dev.turnstile.embedded.testing.Waiting;
import dev.turnstile.worker.visibility.VisibilityServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** A page of a long queue costs about what the API server takes to list as many small objects. */
class VisibilitySpeedIT {
    private static final int PENDING = 10_000;
    private static final int PAGE = 1_000;
    private static final int ROUNDS = 40;

    @Test
    void aPageOfAThousandTakesAtMostTwiceAsLongAsAsManyConfigMaps() {
        try (AdmissionCluster cluster = AdmissionCluster.configured(Map.of());
                VisibilityServer server = cluster.visibility();
                TestApiServices _ = new TestApiServices(cluster, server.port().orElseThrow())) {
            String team = cluster.team("long", 0);
            side(PENDING, number -> cluster.post(AdmissionCluster.WORKLOADS.formatted(team), workload(team, number)));
            side(PAGE, number -> cluster.post("/api/v1/namespaces/" + team + "/configmaps", """
                {apiVersion: v1, kind: ConfigMap, metadata: {name: map-%d}, data: {key: value}}\
                """.formatted(number)));
            String page = "/apis/visibility.kueue.x-k8s.io/v1beta2/clusterqueues/" + team + "/pendingworkloads";
            Waiting.until("all to wait", () -> lastIsShown(cluster.api(), page));
            String maps = "/api/v1/namespaces/" + team + "/configmaps?limit=" + PAGE;

            List<Long> pages = new ArrayList<>();
            List<Long> lists = new ArrayList<>();
            for (int round = 0; round < ROUNDS; round++) {
                pages.add(nanos(cluster.api(), page + "?offset=5000&limit=" + PAGE));
                lists.add(nanos(cluster.api(), maps));
            }

            Duration ours = median(pages);
            Duration theirs = median(lists);
            System.out.printf(
                    "page of %d of %d pending: %s; list of as many ConfigMaps: %s%n", PAGE, PENDING, ours, theirs);
            // The embedded cluster has its own lists ready as bytes, so that they cost it a third of what a page costs.
            boolean embedded = TestCluster.shared().kind() == TestCluster.Kind.EMBEDDED;
            assertThat(ours).isLessThanOrEqualTo(theirs.multipliedBy(embedded ? 5 : 2));
        }
    }

    private static String workload(String team, int number) {
        return AdmissionCluster.kueue("Workload", "w-" + number, team, """
            {queueName: main, priority: %d, podSets: [{name: main, count: 1, template: {spec: {restartPolicy: Never,
            containers: [{name: c, image: i, resources: {requests: {cpu: 1}}}]}}}]}\
            """.formatted(number % 7));
    }

    private static void side(int many, IntConsumer create) {
        try (var threads = Executors.newFixedThreadPool(8)) {
            IntStream.range(0, many).forEach(number -> threads.execute(() -> create.accept(number)));
        }
    }

    private static boolean lastIsShown(HttpApi api, String page) {
        HttpApi.Answer answer = api.send("GET", page + "?offset=" + (PENDING - 1), Map.of(), null);
        return answer.code() == 200 && items(answer.json()) == 1;
    }

    private static int items(ObjectNode list) {
        return list.path("items").size();
    }

    private static long nanos(HttpApi api, String path) {
        long begin = System.nanoTime();
        ObjectNode answer = api.get(path);
        long took = System.nanoTime() - begin;
        assertThat(items(answer)).isEqualTo(PAGE);
        return took;
    }

    private static Duration median(List<Long> nanos) {
        return Duration.ofNanos(nanos.stream().sorted().toList().get(nanos.size() / 2));
    }
}
