package dev.turnstile.service.transcript;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.embedded.json.Json;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class CastTest {
    private static final String GATE = "\"preemptionGates\":[{\"name\":\"g\",\"state\":\"Open\"}]";

    private static ObjectNode workload(String status) {
        return Json.parse("{\"kind\":\"Workload\",\"metadata\":{\"name\":\"w\"},\"status\":{" + status + "}}");
    }

    private static JsonNode then(String cluster, String status) {
        ObjectNode object = workload(status).put("cluster", cluster);
        ObjectNode then = Json.object();
        then.putArray("objects").add(object);
        return then;
    }

    private static Map<String, Collection<ObjectNode>> seen(String cluster, String status) {
        return Map.of(cluster, List.of(workload(status)));
    }

    @Test
    void whoIsLetThroughInsteadOfAnotherTakesItsPart() {
        Cast cast = new Cast(List.of("manager", "worker1", "worker2"));

        assertThat(cast.change(then("worker2", GATE), new Names(), seen("worker1", GATE), new Names()))
                .isPresent();

        assertThat(Json.write(cast.of(Json.read("""
            {"cluster":"worker2","worker1":"all","gone":["worker2: Pod/a"],"clusterName":"worker1",
             "message":"on \\"worker1\\"","nominatedClusterNames":["worker1","worker2"]}
            """)))).isEqualTo(Json.write(Json.read("""
                {"cluster":"worker1","worker2":"all","gone":["worker1: Pod/a"],"clusterName":"worker2",
                 "message":"on \\"worker2\\"","nominatedClusterNames":["worker1","worker2"]}
                """)));
    }

    @Test
    void whoIsGivenToIsSettledOnce() {
        Cast cast = new Cast(List.of("manager", "worker1", "worker2"));
        String first = "\"clusterName\":\"worker1\"";
        String second = "\"clusterName\":\"worker2\"";

        assertThat(cast.change(then("manager", first), new Names(), seen("manager", first), new Names()))
                .isEmpty();
        assertThat(cast.change(then("manager", first), new Names(), seen("manager", second), new Names()))
                .as("it went elsewhere later: that is no chance")
                .isEmpty();
    }
}
