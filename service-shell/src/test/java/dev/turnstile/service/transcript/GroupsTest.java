package dev.turnstile.service.transcript;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

class GroupsTest {
    private static final YAMLMapper YAML = YAMLMapper.builder().build();
    private static final JsonNode RECORDED = YAML.readTree("""
        - Workload/low:
            set:
              status.conditions[QuotaReserved]: False / PendingEvaluation / gone
              status.conditions[Requeued]: True / Preempted / gone
            removed: [status.admission.clusterQueue]
        """);
    private static final JsonNode NOTHING_RELEASED = YAML.readTree("""
        - Workload/low:
            set:
              status.conditions[QuotaReserved]: False / WaitingForQuota / too much
              status.conditions[Requeued]: True / LocalQueueRestarted / goes on
        """);

    private static final JsonNode THEN_DELETED = YAML.readTree("""
        - Workload/low:
            set:
              status.conditions[QuotaReserved]: False / PendingEvaluation / gone
              status.conditions[Requeued]: True / Preempted / gone
            removed: [status.admission.clusterQueue]
        - Workload/low: deleted
        """);

    /** What differs from the recording where a Workload is written like that. */
    private static List<Difference> compare(JsonNode recorded, List<ObjectNode> states) {
        List<Groups.Write> writes = new ArrayList<>();
        for (int i = 1; i < states.size(); i++) {
            writes.add(Groups.between("Workload/team/low", states.get(i - 1), states.get(i)));
        }
        return Groups.differences(recorded, "", writes, new Names(), new Names());
    }

    private static ObjectNode workload(String reserved, String requeued) {
        return (ObjectNode) YAML.readTree("""
            status:
              conditions: [{type: QuotaReserved, status: '%s'}, {type: Requeued, status: '%s'}]
            """.formatted(reserved, requeued));
    }

    @Test
    void whatWasOneWriteIsOne() {
        assertThat(compare(RECORDED, List.of(workload("True", "False"), workload("False", "True"))))
                .isEmpty();
    }

    @Test
    void whatWasOneWriteAndIsTwoIsADifference() {
        assertThat(compare(
                        RECORDED,
                        List.of(workload("True", "False"), workload("False", "False"), workload("False", "True"))))
                .hasSize(1);
    }

    @Test
    void whoWaitsForQuotaGivesNoneBack() {
        assertThat(compare(
                        NOTHING_RELEASED,
                        List.of(workload("False", "False"), workload("False", "True"), workload("Unknown", "True"))))
                .isEmpty();
    }

    @Test
    void whatIsNotWrittenIsADifferenceUnlessItIsDeletedAnyway() {
        assertThat(compare(RECORDED, List.of(workload("True", "False")))).hasSize(1);
        assertThat(compare(THEN_DELETED, List.of(workload("True", "False")))).isEmpty();
    }

    @Test
    void whatIsTwoWritesIsADifferenceEvenIfItIsDeletedAfterwards() {
        List<ObjectNode> two =
                List.of(workload("True", "False"), workload("False", "False"), workload("False", "True"));

        assertThat(compare(THEN_DELETED, two)).hasSize(1);
    }
}
