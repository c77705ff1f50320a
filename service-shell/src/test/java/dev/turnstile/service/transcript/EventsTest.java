package dev.turnstile.service.transcript;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

class EventsTest {
    private static final YAMLMapper YAML = YAMLMapper.builder().build();
    private static final String EVENTS = """
        events:
        - {cluster: worker2, type: Normal, reason: QuotaReserved, message: reserved, object: Workload/team/easy, component: kueue-admission}
        - {cluster: worker2, type: Normal, reason: Admitted, message: admitted, object: Workload/team/easy, component: kueue-admission}
        """;
    private static final String LOST = EVENTS + """
        sequence:
        - 'worker2: Workload/easy': created
        - 'worker2: Workload/easy': {set: {status.admission.clusterQueue: cq}}
        - 'worker2: Workload/easy': deleted
        """;
    private static final String EVICTED = LOST.replace("Admitted", "Preempted");
    private static final String OLDER = LOST.replace("- 'worker2: Workload/easy': created\n", "");

    private static List<Difference> differences(String recorded, Map<String, ObjectNode> present, ObjectNode... seen) {
        JsonNode then = YAML.readTree(recorded);
        return new Events(Rules.read(), new Names(), new Names())
                .differences("worker2", then, List.of(seen), present, Set.of());
    }

    private static ObjectNode event(String reason, String message) {
        return (ObjectNode) YAML.readTree("""
            type: Normal
            reason: %s
            message: %s
            involvedObject: {kind: Workload, namespace: team, name: easy}
            source: {component: kueue-admission}
            """.formatted(reason, message));
    }

    private static Map<String, ObjectNode> present() {
        return Map.of("Workload/team/easy", (ObjectNode) YAML.readTree("{metadata: {name: easy}}"));
    }

    @Test
    void aReplicaThatLostMayBeGoneBeforeItsClusterAdmittedIt() {
        assertThat(differences(LOST, Map.of())).isEmpty();
        assertThat(differences(LOST, Map.of(), event("QuotaReserved", "reserved")))
                .isEmpty();
        assertThat(differences(LOST, Map.of(), event("QuotaReserved", "reserved"), event("Admitted", "admitted")))
                .isEmpty();
    }

    @Test
    void oneThatIsStillThereHasToBeAdmitted() {
        assertThat(differences(LOST, present(), event("QuotaReserved", "reserved")))
                .singleElement()
                .satisfies(difference -> assertThat(difference.toString()).contains("Admitted"));
        assertThat(differences(EVENTS, Map.of())).hasSize(2);
    }

    @Test
    void onlyAdmissionIsChanceAndOnlyOfWhatTheStepItselfMade() {
        assertThat(differences(EVICTED, Map.of()))
                .singleElement()
                .satisfies(difference -> assertThat(difference.toString()).contains("Preempted"));
        assertThat(differences(OLDER, Map.of())).hasSize(2);
    }
}
