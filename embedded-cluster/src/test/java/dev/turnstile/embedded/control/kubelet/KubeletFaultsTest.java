package dev.turnstile.embedded.control.kubelet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.embedded.EmbeddedCluster;
import dev.turnstile.embedded.Options;
import dev.turnstile.embedded.api.GroupVersionResource;
import dev.turnstile.embedded.control.Controller;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.testing.Waiting;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** The played kubelet, like any client of the API, gets refusals that are not about its pods. */
@Timeout(90)
class KubeletFaultsTest {
    private static final GroupVersionResource PODS = GroupVersionResource.core("pods");
    private static final int COUNT = 30;

    @Test
    void everyPodStartsAndEndsAlthoughWritesAreRefused() {
        Options options = Options.defaults()
                .running(Set.of(Controller.NAMESPACES, Controller.KUBELET))
                .withNodes(NodeSpec.named("node-1"))
                .atSpeed(50)
                .seeded(15);
        try (EmbeddedCluster cluster = EmbeddedCluster.start(options)) {
            cluster.faults().conflicts(0.4);
            cluster.faults().errors(0.2);

            for (int i = 0; i < COUNT; i++) {
                cluster.client().create(PODS, pod("p" + i));
            }

            Waiting.until("all pods to succeed", () -> succeeded(cluster) == COUNT);
            assertThat(succeeded(cluster)).isEqualTo(COUNT);
        }
    }

    private static long succeeded(EmbeddedCluster cluster) {
        return cluster.client().list(PODS, "default").items().stream()
                .filter(pod -> Json.text(pod, "status", "phase").equals("Succeeded"))
                .count();
    }

    private static ObjectNode pod(String name) {
        return (ObjectNode) YAMLMapper.builder().build().readTree("""
            apiVersion: v1
            kind: Pod
            metadata: {name: %s, namespace: default}
            spec: {nodeName: node-1, restartPolicy: Never, containers: [{name: c, image: i, command: [sleep, '5']}]}
            """.formatted(name));
    }
}
