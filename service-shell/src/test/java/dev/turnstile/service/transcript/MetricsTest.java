package dev.turnstile.service.transcript;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;

class MetricsTest {
    private static final String RECORDED = "kueue_admitted_workloads_total{cluster_queue=\"cq\",priority_class=\"\"} 3";

    private static List<Difference> compare(String recorded, String scrape) {
        ArrayNode lines = JsonNodeFactory.instance.arrayNode().add(recorded);
        return Metrics.differences(lines, scrape, Rules.read(), new Names(), new Names());
    }

    @Test
    void aSeriesIsTheSameWhateverItsValueAndTheOrderOfItsLabels() {
        assertThat(compare(RECORDED, """
            # TYPE kueue_admitted_workloads counter
            kueue_admitted_workloads_total{priority_class="",replica_role="standalone",cluster_queue="cq"} 1.0
            """)).isEmpty();
    }

    @Test
    void aSeriesThatIsMissingOrHasOtherLabelsIsADifference() {
        assertThat(compare(RECORDED, "")).hasSize(1);
        assertThat(compare(
                        RECORDED,
                        "kueue_admitted_workloads_total{replica_role=\"standalone\",cluster_queue=\"cq\"} 1.0"))
                .hasSize(1);
        assertThat(compare(RECORDED, "kueue_admitted_workloads_total{cluster_queue=\"cq\",priority_class=\"\"} 1.0"))
                .hasSize(1);
    }

    @Test
    void whatWeDoNotMeasureIsNotAskedFor() {
        assertThat(compare("kueue_build_info{version=\"1\"} 1", "")).isEmpty();
    }
}
