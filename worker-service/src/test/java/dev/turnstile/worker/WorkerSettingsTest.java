package dev.turnstile.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnstile.model.config.InvalidConfigurationException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

class WorkerSettingsTest {
    private static final String TEXT = "turnstile.waiting-message-interval";
    private static final String RUNTIME = "turnstile.minimum-runtime";

    private static WorkerSettings settings(Map<String, Object> options) {
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(new MapPropertySource("command line", options));
        return WorkerSettings.of(environment);
    }

    @Test
    void messagesChangeEveryTenSecondsUnlessSetOtherwise() {
        assertThat(settings(Map.of()).textInterval()).isEqualTo(Duration.ofSeconds(10));
        assertThat(settings(Map.of(TEXT, "1m")).textInterval()).isEqualTo(Duration.ofMinutes(1));
        assertThat(settings(Map.of(TEXT, "0")).textInterval()).isZero();
    }

    @Test
    void whatHasJustBegunKeepsItsQuotaForTwoSecondsUnlessSetOtherwise() {
        assertThat(settings(Map.of()).minimumRuntime()).isEqualTo(Duration.ofSeconds(2));
        assertThat(settings(Map.of(RUNTIME, "30s")).minimumRuntime()).isEqualTo(Duration.ofSeconds(30));
        assertThat(settings(Map.of(RUNTIME, "0")).minimumRuntime()).isZero();
    }

    @Test
    void whatIsNoDurationIsRefused() {
        assertThatThrownBy(() -> settings(Map.of(TEXT, "-1s")))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageContaining(TEXT + ": -1s: a duration such as 10s");
        assertThatThrownBy(() -> settings(Map.of(TEXT, "soon"))).hasMessageContaining(TEXT + ": soon");
        assertThatThrownBy(() -> settings(Map.of(RUNTIME, "soon")))
                .hasMessageContaining(RUNTIME + ": soon: a duration such as 2s");
    }
}
