package dev.turnstile.service;

import dev.turnstile.service.audit.AuditConfiguration;
import dev.turnstile.service.cluster.ClusterConfiguration;
import dev.turnstile.service.config.ReloadConfiguration;
import dev.turnstile.service.observe.ObserveConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The beans that every service has. */
@Configuration(proxyBeanMethods = false)
@Import({AuditConfiguration.class, ReloadConfiguration.class, ClusterConfiguration.class, ObserveConfiguration.class})
public class ServiceConfiguration {}
