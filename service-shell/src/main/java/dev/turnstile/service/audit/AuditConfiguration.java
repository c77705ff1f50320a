package dev.turnstile.service.audit;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** How a service audits itself, as it was started. */
@Configuration(proxyBeanMethods = false)
public class AuditConfiguration {
    @Bean
    AuditSettings auditSettings(Environment environment) {
        return AuditSettings.of(environment);
    }
}
