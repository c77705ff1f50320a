package dev.turnstile.service.config;

import dev.turnstile.model.config.EffectiveProperties;
import dev.turnstile.model.config.ReloadableConfiguration;
import dev.turnstile.model.config.ReloadableConfiguration.Outcome;
import java.util.LinkedHashMap;
import java.util.SortedSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.cloud.context.environment.EnvironmentChangeEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/** Reads the settings again when a file or a ConfigMap has changed, and says what became of the change. */
public final class ConfigurationReload {

    private static final Logger LOG = LoggerFactory.getLogger(ConfigurationReload.class);

    private final ConfigurableEnvironment environment;
    private final ReloadableConfiguration configuration;

    ConfigurationReload(ConfigurableEnvironment environment, ReloadableConfiguration configuration) {
        this.environment = environment;
        this.configuration = configuration;
    }

    @EventListener
    void onStart(ApplicationStartedEvent event) {
        warn(SettingSources.read(environment).notInEffect());
    }

    /** spring-cloud-kubernetes has put a changed ConfigMap into the environment. */
    @EventListener
    void onEnvironmentChange(EnvironmentChangeEvent event) {
        reload();
    }

    void reload() {
        switch (configuration.offer(SettingSources.read(environment))) {
            case Outcome.Refused(var problems) ->
                problems.forEach(problem -> LOG.atError()
                        .addKeyValue("setting", problem.path())
                        .log("changed configuration refused, the former one holds: {}", problem));
            case Outcome.Applied(var changed, var needingRestart) -> {
                environment
                        .getPropertySources()
                        .replace(
                                SettingSources.EFFECTIVE,
                                new MapPropertySource(
                                        SettingSources.EFFECTIVE,
                                        new LinkedHashMap<>(EffectiveProperties.of(configuration.current()))));
                if (!changed.isEmpty()) {
                    LOG.info("configuration changed: {}", String.join(", ", changed));
                }
                if (!needingRestart.isEmpty()) {
                    LOG.warn(
                            "changed in the configuration, but in effect only after a restart: {}",
                            String.join(", ", needingRestart));
                }
            }
        }
    }

    private static void warn(SortedSet<String> notInEffect) {
        if (!notInEffect.isEmpty()) {
            LOG.warn("known, but not in effect here: {}", String.join(", ", notInEffect));
        }
    }
}
