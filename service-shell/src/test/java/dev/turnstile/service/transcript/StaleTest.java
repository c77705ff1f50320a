package dev.turnstile.service.transcript;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.embedded.json.Json;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class StaleTest {
    private static final String HOLDER = """
        {"kind": "Workload", "metadata": {"name": "a", "namespace": "team"}, "spec": {"queueName": "main"},
         "status": {"admission": {"clusterQueue": "cq"}}}
        """;

    private static ObjectNode clusterQueue(int reserving, int pending) {
        return Json.parse("""
            {"kind": "ClusterQueue", "metadata": {"name": "cq"},
             "status": {"reservingWorkloads": %d, "pendingWorkloads": %d}}
            """.formatted(reserving, pending));
    }

    private static ObjectNode localQueue(String clusterQueue, int reserving, int pending) {
        return Json.parse("""
            {"kind": "LocalQueue", "metadata": {"name": "main", "namespace": "team"},
             "spec": {"clusterQueue": "%s"}, "status": {"reservingWorkloads": %d, "pendingWorkloads": %d}}
            """.formatted(clusterQueue, reserving, pending));
    }

    private static List<String> stale(ObjectNode... queues) {
        Stale counts = new Stale(
                Stream.concat(Stream.of(Json.parse(HOLDER)), Stream.of(queues)).toList(), new Names());
        return Stream.of("ClusterQueue/cq", "LocalQueue/team/main")
                .flatMap(object -> Stream.of("pendingWorkloads", "reservingWorkloads", "flavorsUsage[default]")
                        .map(field -> new Difference("", object, "status." + field, "1", "2")))
                .filter(counts::covers)
                .map(difference -> difference.object() + " " + difference.field())
                .toList();
    }

    @Test
    void whatAgreesWithTheRestIsCompared() {
        assertThat(stale(clusterQueue(1, 2), localQueue("cq", 1, 2))).isEmpty();
    }

    @Test
    void whatContradictsItIsNot() {
        assertThat(stale(clusterQueue(1, 2), localQueue("cq", 1, 0)))
                .containsExactly("ClusterQueue/cq status.pendingWorkloads");
        assertThat(stale(clusterQueue(0, 0), localQueue("cq", 1, 0))).hasSize(3).allMatch(path -> path.startsWith("C"));
        assertThat(stale(localQueue("gone", 1, 0)))
                .containsExactly("LocalQueue/team/main status.flavorsUsage[default]");
    }
}
