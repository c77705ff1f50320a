package dev.turnstile.service.observe;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.slf4j.event.KeyValuePair;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

class LogfmtFormatterTest {

    private final LogfmtFormatter formatter = new LogfmtFormatter(environment());

    @Test
    void anEventIsOneLineOfPairs() {
        var event = event("admitted", null);
        event.setKeyValuePairs(List.of(new KeyValuePair("workload", "team/job-a"), new KeyValuePair("cycle", 7)));

        assertThat(formatter.format(event))
                .isEqualTo("time=2026-11-18T12:00:00Z level=INFO service=worker-service logger=Scheduler msg=admitted "
                        + "workload=team/job-a cycle=7\n");
    }

    @Test
    void whatWouldBreakALineIsQuoted() {
        assertThat(formatter.format(event("two\nlines, a \"quote\", a=b, a \\ and a\ttab", null)))
                .endsWith("msg=\"two\\nlines, a \\\"quote\\\", a=b, a \\\\ and a\\ttab\"\n");
        assertThat(formatter.format(event("", null))).endsWith("msg=\"\"\n");
    }

    @Test
    void anErrorKeepsItsTraceOnTheSameLine() {
        var line = formatter.format(event("failed", new IllegalStateException("no quota")));

        assertThat(line)
                .contains("error=\"java.lang.IllegalStateException: no quota\\n")
                .containsOnlyOnce("\n");
        assertThat(line).endsWith("\n");
    }

    private static LoggingEvent event(String message, @Nullable Throwable error) {
        var logger = new LoggerContext().getLogger("dev.turnstile.worker.Scheduler");
        var event = new LoggingEvent("test", logger, Level.INFO, message, error, new Object[0]);
        event.setInstant(Instant.parse("2026-11-18T12:00:00Z"));
        event.setMDCPropertyMap(Map.of());
        return event;
    }

    private static StandardEnvironment environment() {
        var environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .addFirst(new MapPropertySource("test", Map.of("spring.application.name", "worker-service")));
        return environment;
    }
}
