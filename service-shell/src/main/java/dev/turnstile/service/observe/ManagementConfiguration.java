package dev.turnstile.service.observe;

import dev.turnstile.model.config.ReloadableConfiguration;
import dev.turnstile.service.access.AccessReview;
import dev.turnstile.service.access.TokenAccess;
import dev.turnstile.service.config.ServiceDefinition;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;
import org.springframework.core.env.Profiles;

/** What stands in front of the management server of a service, in this order. */
@ManagementContextConfiguration(proxyBeanMethods = false)
@ConditionalOnProperty(ServiceDefinition.MARK)
public class ManagementConfiguration {

    @Bean
    GuardedPorts guardedManagementPorts() {
        return new GuardedPorts();
    }

    @Bean
    EndpointPaths endpointPaths(ReloadableConfiguration configuration) {
        return EndpointPaths.of(configuration.current().health());
    }

    @Bean
    HealthPort healthPort(Environment environment, EndpointPaths paths, ListeningPorts ports) {
        return new HealthPort(environment, paths, ports);
    }

    @Bean
    FilterRegistrationBean<HealthPort> healthPortFilter(HealthPort port) {
        var registration = new FilterRegistrationBean<>(port);
        registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
        return registration;
    }

    @Bean
    FilterRegistrationBean<TokenAccess> tokenAccessFilter(
            AccessReview review, EndpointPaths paths, Environment environment) {
        var registration = new FilterRegistrationBean<>(new TokenAccess(review, paths::isOpen));
        registration.setOrder(Ordered.HIGHEST_PRECEDENCE + 1);
        registration.setEnabled(!environment.acceptsProfiles(Profiles.of("playground")));
        return registration;
    }

    @Bean
    FilterRegistrationBean<MetricsAlias> metricsAliasFilter() {
        var registration = new FilterRegistrationBean<>(new MetricsAlias());
        registration.setOrder(Ordered.HIGHEST_PRECEDENCE + 2);
        return registration;
    }
}
