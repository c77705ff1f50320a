package dev.turnstile.model.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GoDurationTest {

    @ParameterizedTest
    @CsvSource({
        "0, PT0S",
        "0s, PT0S",
        "-0, PT0S",
        "5m30s, PT5M30S",
        "1h2m, PT1H2M",
        "1.5h, PT1H30M",
        ".5s, PT0.5S",
        "1.s, PT1S",
        "100ms, PT0.1S",
        "3us, PT0.000003S",
        "3µs, PT0.000003S",
        "7ns, PT0.000000007S",
        "1h2m3.5s, PT1H2M3.5S",
        "-90s, PT-1M-30S",
        "+2m, PT2M",
        "30s1h, PT1H30S",
        "168h, PT168H",
        "0.1ns, PT0S"
    })
    void readsWhatGoReads(String text, Duration expected) {
        assertThat(GoDuration.parse(text)).contains(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "5",
                "m",
                ".s",
                "5 m",
                "5m 30s",
                "1d",
                "PT5M",
                "5M",
                "1h-2m",
                "--5s",
                "five",
                "9223372037s",
                "1e3s",
                "5min"
            })
    void readsNothingElse(String text) {
        assertThat(GoDuration.parse(text)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "PT0S, 0s",
        "PT5M30S, 5m30s",
        "PT1H, 1h0m0s",
        "PT1H2M, 1h2m0s",
        "PT1.5S, 1.5s",
        "PT0.25S, 250ms",
        "PT0.000003S, 3µs",
        "PT0.000000007S, 7ns",
        "PT-1M-30S, -1m30s",
        "PT26H0.001S, 26h0m0.001s"
    })
    void writesWhatGoWrites(Duration duration, String expected) {
        assertThat(GoDuration.format(duration)).isEqualTo(expected);
    }

    @Property(tries = 500)
    void whatIsWrittenReadsBack(@ForAll @LongRange(min = -Long.MAX_VALUE) long nanoseconds) {
        var duration = Duration.ofNanos(nanoseconds);

        assertThat(GoDuration.parse(GoDuration.format(duration))).contains(duration);
    }
}
