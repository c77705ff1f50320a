package dev.turnstile.service.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnstile.model.config.InvalidConfigurationException;
import dev.turnstile.service.audit.AuditSettings.Mode;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

class AuditSettingsTest {
    private static AuditSettings settings(Map<String, Object> options) {
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(new MapPropertySource("command line", options));
        return AuditSettings.of(environment);
    }

    @Test
    void repairsEveryMinuteByDefault() {
        assertThat(settings(Map.of()))
                .isEqualTo(AuditSettings.DEFAULT)
                .isEqualTo(new AuditSettings(Mode.REPAIR, Duration.ofMinutes(1), Duration.ofMinutes(10)));
        assertThat(settings(Map.of(
                        "turnstile.audit", "report",
                        "turnstile.audit-interval", "1m30s",
                        "turnstile.audit-list-interval", "1h")))
                .isEqualTo(new AuditSettings(Mode.REPORT, Duration.ofSeconds(90), Duration.ofHours(1)));
    }

    @Test
    void whatCannotBeTakenIsRefusedWithWhatCan() {
        assertThatThrownBy(() -> settings(Map.of("turnstile.audit", "maybe")))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageContaining("turnstile.audit: maybe: one of repair, report, off");
        assertThatThrownBy(() -> settings(Map.of("turnstile.audit-interval", "500ms")))
                .hasMessageContaining("turnstile.audit-interval: 500ms: a duration of at least 1s");
    }
}
