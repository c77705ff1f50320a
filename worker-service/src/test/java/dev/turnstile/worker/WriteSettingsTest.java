package dev.turnstile.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnstile.model.config.InvalidConfigurationException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

class WriteSettingsTest {
    private static final String NAME = "turnstile.waiting-message-interval";

    private static WriteSettings settings(Map<String, Object> options) {
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(new MapPropertySource("command line", options));
        return WriteSettings.of(environment);
    }

    @Test
    void messagesChangeEveryTenSecondsUnlessSetOtherwise() {
        assertThat(settings(Map.of())).isEqualTo(new WriteSettings(Duration.ofSeconds(10)));
        assertThat(settings(Map.of(NAME, "1m"))).isEqualTo(new WriteSettings(Duration.ofMinutes(1)));
        assertThat(settings(Map.of(NAME, "0"))).isEqualTo(new WriteSettings(Duration.ZERO));
    }

    @Test
    void whatIsNoDurationIsRefused() {
        assertThatThrownBy(() -> settings(Map.of(NAME, "-1s")))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageContaining(NAME + ": -1s: a duration such as 10s");
        assertThatThrownBy(() -> settings(Map.of(NAME, "soon"))).hasMessageContaining(NAME + ": soon");
    }
}
