package dev.turnstile.service.transcript;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.embedded.json.Json;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class PaceTest {
    private final Pace pace = Rules.read().pace();

    @Test
    void longWaitsAreAFifthAsLongAndShortOnesAsRecorded() {
        assertThat(pace.told(312)).isEqualTo(62.4);
        assertThat(pace.told(45)).isEqualTo(45);
    }

    @Test
    void aTimeOutIsSetOnlyWhereItsSectionIs() {
        ObjectNode configuration = Json.object();
        configuration.putObject("multiKueue").put("gcInterval", "10s");
        assertThat(pace.configuration(configuration).toString())
                .isEqualTo("{\"multiKueue\":{\"gcInterval\":\"10s\",\"singleClusterPreemptionTimeout\":\"60s\"}}");
        assertThat(pace.configuration(Json.object()).toString()).isEqualTo("{}");
    }
}
