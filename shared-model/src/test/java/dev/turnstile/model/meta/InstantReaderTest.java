package dev.turnstile.model.meta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Times are read as Jackson reads them, in whichever form. */
class InstantReaderTest {
    private static final JsonMapper PLAIN = new JsonMapper();

    private static Instant read(String json) {
        return KubernetesJson.read(json, Instant.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"2026-11-02T08:00:00Z\"",
                "\"1969-12-31T23:59:59Z\"",
                "\"0001-01-01T00:00:00Z\"",
                "\"2024-02-29T23:59:59Z\"",
                "\"2026-12-31T23:59:60Z\"",
                "\"2026-11-02T24:00:00Z\"",
                "\"2026-11-02T08:00:00.123456Z\"",
                "\"2026-11-02T08:00:00+01:00\"",
                "\"2026-11-02t08:00:00z\"",
                "1793606400"
            })
    void isWhatJacksonReads(String json) {
        assertThat(read(json)).isEqualTo(PLAIN.readValue(json, Instant.class));
    }

    @Test
    void anySecondIsReadAsItWasWritten() {
        RandomGenerator random = RandomGenerator.of("L64X128MixRandom");
        for (int i = 0; i < 1000; i++) {
            Instant time = Instant.ofEpochSecond(random.nextLong(-60_000_000_000L, 250_000_000_000L));
            assertThat(read("\"" + time + "\"")).isEqualTo(time);
            assertThat(KubernetesJson.read("\"" + time + "\"", OffsetDateTime.class))
                    .isEqualTo(PLAIN.readValue("\"" + time + "\"", OffsetDateTime.class));
            assertThat(KubernetesTime.of(time.toString())).isEqualTo(time);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"2025-02-29T00:00:00Z\"",
                "\"2026-13-01T00:00:00Z\"",
                "\"2026-00-01T00:00:00Z\"",
                "\"2026-11-00T00:00:00Z\"",
                "\"2026-11-02T25:00:00Z\"",
                "\"2026-11-02T08:60:00Z\"",
                "\"2026/11-02T08:00:00Z\"",
                "\"yesterday at noon in\""
            })
    void whatIsNoTimeIsRefused(String json) {
        assertThatThrownBy(() -> read(json)).isInstanceOf(JacksonException.class);
    }
}
