package dev.turnstile.service.config;

import dev.turnstile.model.config.ReloadableConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.ConfigurableEnvironment;

/** The configuration that holds, and what keeps it up to date. */
@Configuration(proxyBeanMethods = false)
public class ReloadConfiguration {

    @Bean
    ReloadableConfiguration reloadableConfiguration(ConfigurableEnvironment environment) {
        return new ReloadableConfiguration(SettingSources.read(environment).orThrow());
    }

    @Bean
    ConfigurationReload configurationReload(
            ConfigurableEnvironment environment, ReloadableConfiguration configuration) {
        return new ConfigurationReload(environment, configuration);
    }

    @Bean
    ConfigurationFileWatch configurationFileWatch(ConfigurableEnvironment environment, ConfigurationReload reload) {
        return new ConfigurationFileWatch(SettingSources.file(environment), reload::reload);
    }
}
