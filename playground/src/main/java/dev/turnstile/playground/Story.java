package dev.turnstile.playground;

import dev.turnstile.embedded.EmbeddedCluster;
import dev.turnstile.embedded.api.GroupVersionResource;
import dev.turnstile.embedded.api.Selectors;
import dev.turnstile.embedded.api.WatchEvent;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JsonNode;

/** Submits the sample Jobs to one cluster and tells, condition by condition, what its worker-service makes of them. */
final class Story implements AutoCloseable {
    static final String SAMPLE = "samples/three-jobs-for-two-places.yaml";

    private static final GroupVersionResource WORKLOADS =
            new GroupVersionResource("kueue.x-k8s.io", "v1beta2", "workloads");

    private final EmbeddedCluster cluster;
    private final AutoCloseable watch;
    private final Map<String, String> told = new ConcurrentHashMap<>();

    Story(EmbeddedCluster cluster) {
        this.cluster = cluster;
        this.watch = cluster.client().watch(WORKLOADS, "", Selectors.EVERYTHING, 0, this::tell);
    }

    void begin() {
        Manifests.create(cluster, "/" + SAMPLE);
    }

    private void tell(WatchEvent event) {
        String workload = event.object().path("metadata").path("name").asString();
        for (JsonNode condition : event.object().path("status").path("conditions")) {
            String type = condition.path("type").asString();
            String state = type + "=" + condition.path("status").asString();
            String fact = state + "  " + condition.path("message").asString();
            if (!fact.equals(told.put(workload + "/" + type, fact))) {
                System.out.printf("%s  %-18s %s%n", cluster.name(), workload, fact);
            }
        }
    }

    @Override
    public void close() {
        try {
            watch.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            throw new IllegalStateException("the watch on " + cluster.name() + " did not end: " + e.getMessage(), e);
        }
    }
}
