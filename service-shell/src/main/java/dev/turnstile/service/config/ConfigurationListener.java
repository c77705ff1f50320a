package dev.turnstile.service.config;

import dev.turnstile.model.config.EffectiveProperties;
import dev.turnstile.model.config.InvalidConfigurationException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.boot.context.logging.LoggingApplicationListener;
import org.springframework.context.ApplicationListener;
import org.springframework.core.Ordered;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

/**
 * Puts the settings that hold into the environment before anything is made of them, or ends the start with everything
 * that is wrong. Runs once Spring has read its own files and any ConfigMap, and can log.
 */
public final class ConfigurationListener implements ApplicationListener<ApplicationEnvironmentPreparedEvent>, Ordered {

    @Override
    public int getOrder() {
        return LoggingApplicationListener.DEFAULT_ORDER + 1;
    }

    @Override
    public void onApplicationEvent(ApplicationEnvironmentPreparedEvent event) {
        var environment = event.getEnvironment();
        var reading = SettingSources.read(environment);
        var problems = new ArrayList<>(CommandLine.problems(event.getArgs()));
        problems.addAll(reading.problems());
        if (!problems.isEmpty()) {
            throw new InvalidConfigurationException(problems);
        }
        var configuration = reading.configuration();
        var sources = environment.getPropertySources();
        sources.addFirst(new MapPropertySource(
                SettingSources.EFFECTIVE, new LinkedHashMap<>(EffectiveProperties.of(configuration))));
        sources.addAfter(
                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                new MapPropertySource("ports of the configuration", ServerAddresses.properties(configuration)));
    }
}
