package dev.turnstile.service.observe;

import dev.turnstile.model.config.InvalidConfigurationException;
import dev.turnstile.model.config.Problem;
import java.io.Console;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.boot.context.logging.LoggingApplicationListener;
import org.springframework.context.ApplicationListener;
import org.springframework.core.Ordered;
import org.springframework.core.env.MapPropertySource;

/**
 * Chooses how logs are written, before the first line: {@code turnstile.log-format} is logfmt, ecs or text; where it is
 * not set, text for somebody at a terminal, logfmt for everything else.
 */
public final class LogFormatListener implements ApplicationListener<ApplicationEnvironmentPreparedEvent>, Ordered {

    private static final String SETTING = "turnstile.log-format";

    @Override
    public int getOrder() {
        return LoggingApplicationListener.DEFAULT_ORDER - 1;
    }

    @Override
    public void onApplicationEvent(ApplicationEnvironmentPreparedEvent event) {
        var environment = event.getEnvironment();
        var wanted = environment.getProperty(
                SETTING,
                Optional.ofNullable(System.console())
                                .filter(Console::isTerminal)
                                .isPresent()
                        ? "text"
                        : "logfmt");
        var format = switch (wanted) {
            case "logfmt" -> LogfmtFormatter.class.getName();
            case "ecs" -> "ecs";
            case "text" -> "";
            default ->
                throw new InvalidConfigurationException(
                        List.of(new Problem(SETTING, wanted, "one of logfmt, ecs, text")));
        };
        if (!format.isEmpty()) {
            environment
                    .getPropertySources()
                    .addLast(new MapPropertySource("log format", Map.of("logging.structured.format.console", format)));
        }
    }
}
