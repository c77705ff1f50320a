package dev.turnstile.embedded.contract;

import static dev.turnstile.embedded.contract.Objects.pod;
import static dev.turnstile.embedded.contract.Objects.running;
import static dev.turnstile.embedded.contract.Objects.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.embedded.EmbeddedCluster;
import dev.turnstile.embedded.Options;
import dev.turnstile.embedded.api.PatchType;
import dev.turnstile.embedded.client.HttpApi;
import dev.turnstile.embedded.client.Kubeconfig;
import dev.turnstile.embedded.control.kubelet.NodeSpec;
import dev.turnstile.embedded.testing.TestCluster;
import dev.turnstile.embedded.testing.Waiting;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** KEP-3521's integration scenarios: many pods that wait behind gates, beside pods that do not. */
class GatedPodsIT {
    private static final String GATED = "schedulingGates: [{name: x/a}, {name: x/b}], nodeSelector: {no: such}, ";

    @Test
    void parkedPodsAreNeverTriedUntilTheirLastGateIsCleared() {
        var cluster = TestCluster.shared();
        var objects = new Objects(cluster, "parked");
        for (var i = 0; i < 20; i++) {
            objects.create("pods", pod("parked-" + i, GATED + running("true")));
        }

        // What wakes pods that did not fit does not wake these: other pods, changes of themselves and of nodes.
        objects.merge("pods", "parked-0", "{metadata: {labels: {a: b}}, spec: {schedulingGates: [{name: x/b}]}}");
        objects.merge("nodes", "node-2", "metadata: {annotations: {touched: by-%s}}".formatted(objects.namespace()));
        objects.create("pods", pod("other", running("sleep", "1")));
        Waiting.until("the other pod", () -> objects.get("pods", "other").isConditionTrue("PodScheduled"));

        assertThat(objects.list("pods"))
                .filteredOn(parked -> parked.name().startsWith("parked"))
                .hasSize(20)
                .allMatch(parked -> parked.condition("PodScheduled")
                        .orElseThrow()
                        .path("reason")
                        .asString("")
                        .equals("SchedulingGated"));
        assertThat(objects.list("events"))
                .noneMatch(event -> event.text("reason").equals("FailedScheduling"));

        objects.merge("pods", "parked-0", "spec: {schedulingGates: null}");
        Waiting.until(
                "the freed pod to be tried",
                () -> objects.get("pods", "parked-0")
                        .condition("PodScheduled")
                        .filter(condition ->
                                condition.path("reason").asString("").equals("Unschedulable"))
                        .isPresent());
        assertThat(objects.list("events", "fieldSelector", "reason=FailedScheduling"))
                .allMatch(event -> event.text("involvedObject", "name").equals("parked-0")
                        || event.text("regarding", "name").equals("parked-0"));
    }

    @Test
    @Tag("embedded-only") // It measures our own scheduler, and reads its metrics.
    @Timeout(120)
    void tenThousandGatedPodsDelayNoOtherPod() throws Exception {
        var options = Options.defaults().atSpeed(10).withNodes(NodeSpec.named("node-1"));
        try (var own = EmbeddedCluster.start(options);
                var api = new HttpApi(Kubeconfig.parse(own.kubeconfig()))) {
            Waiting.until(
                    "the node",
                    () -> api.send("GET", "/api/v1/nodes/node-1", Map.of(), null)
                                    .code()
                            == 200);
            var alone = scheduled(api, "alone", 20);

            each(
                    10_000,
                    i -> api.post("/api/v1/namespaces/default/pods", yaml(pod("gated-" + i, GATED + running("true")))));
            Waiting.until("all to be parked", () -> metric(api, "scheduler_pending_pods{queue=\"gated\"}") == 10_000);
            var tries = tries(api);
            var beside = scheduled(api, "beside", 20);

            assertThat(beside).isLessThan(alone.multipliedBy(5).plus(Duration.ofSeconds(1)));
            // 20 pods on one node were tried, and no others.
            assertThat(tries(api) - tries).isLessThanOrEqualTo(20);
            assertThat(metric(api, "scheduler_pending_pods{queue=\"gated\"}")).isEqualTo(10_000);

            var path = "/api/v1/namespaces/default/pods/gated-77";
            api.patch(path, PatchType.MERGE, yaml("spec: {schedulingGates: [{name: x/a}]}"));
            assertThat(metric(api, "scheduler_pending_pods{queue=\"gated\"}")).isEqualTo(10_000);
            api.patch(path, PatchType.MERGE, yaml("spec: {schedulingGates: null}"));
            Waiting.until("one to be free", () -> metric(api, "scheduler_pending_pods{queue=\"gated\"}") == 9_999);
        }
    }

    /** How long it takes from the first pod's creation until all have a node. */
    private static Duration scheduled(HttpApi api, String name, int count) {
        var from = Instant.now();
        for (var i = 0; i < count; i++) {
            api.post("/api/v1/namespaces/default/pods", yaml(pod(name + "-" + i, running("sleep", "6000"))));
        }
        var path = HttpApi.path("/api/v1/namespaces/default/pods", Map.of("fieldSelector", "spec.nodeName=node-1"));
        Waiting.until(
                count + " pods to have a node",
                () -> Objects.items(api.get(path)).stream()
                                .filter(pod -> pod.name().startsWith(name))
                                .count()
                        == count);
        return Duration.between(from, Instant.now());
    }

    private static void each(int count, IntConsumer action) throws Exception {
        try (var workers = Executors.newFixedThreadPool(8)) {
            List<Callable<Boolean>> shares = new ArrayList<>();
            for (var share = 0; share < 8; share++) {
                var first = share;
                shares.add(() -> {
                    IntStream.iterate(first, i -> i < count, i -> i + 8).forEach(action);
                    return true;
                });
            }
            for (var done : workers.invokeAll(shares)) {
                assertThat(done.get()).isTrue();
            }
        }
    }

    private static long tries(HttpApi api) {
        return metrics(api)
                .lines()
                .filter(line -> line.startsWith("scheduler_plugin_execution_duration_seconds_count")
                        && line.contains("extension_point=\"Filter\"")
                        && line.contains("plugin=\"NodeResourcesFit\""))
                .mapToLong(line -> Long.parseLong(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    private static long metric(HttpApi api, String series) {
        return metrics(api)
                .lines()
                .filter(line -> line.startsWith(series))
                .mapToLong(line -> Long.parseLong(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    private static String metrics(HttpApi api) {
        return api.send("GET", "/metrics", Map.of(), null).body();
    }
}
