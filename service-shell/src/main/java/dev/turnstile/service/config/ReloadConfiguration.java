package dev.turnstile.service.config;

import dev.turnstile.model.config.ReloadableConfiguration;
import dev.turnstile.service.thread.Threads;
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

    /** What all loops of this service run on. */
    @Bean
    Threads threads() {
        return Threads.system();
    }

    @Bean
    ConfigurationFileWatch configurationFileWatch(
            ConfigurableEnvironment environment, ConfigurationReload reload, Threads threads) {
        return new ConfigurationFileWatch(SettingSources.file(environment), reload::reload, threads);
    }
}
