package dev.turnstile.manager;

import dev.turnstile.manager.cluster.KubeconfigConnector;
import dev.turnstile.manager.console.ConsoleSource;
import dev.turnstile.manager.observe.ClustersEndpoint;
import dev.turnstile.manager.observe.ClustersHealth;
import dev.turnstile.manager.observe.OrchestrationEndpoint;
import dev.turnstile.manager.observe.Telemetry;
import dev.turnstile.model.config.ReloadableConfiguration;
import dev.turnstile.service.audit.AuditSettings;
import dev.turnstile.service.audit.Auditor;
import dev.turnstile.service.informer.ApiConnection;
import dev.turnstile.service.observe.ReplicaMetrics;
import dev.turnstile.service.observe.RoleLabels;
import dev.turnstile.service.observe.Traces;
import dev.turnstile.service.thread.Threads;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.lang.management.ManagementFactory;
import java.time.Clock;
import java.util.List;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Starts the controllers with the service, and has its health say how far they are. */
@Configuration(proxyBeanMethods = false)
public class ManagerControllers {

    @Bean(initMethod = "start", destroyMethod = "close")
    ManagerRuntime managerRuntime(
            ApiConnection connection,
            ReloadableConfiguration configuration,
            MeterRegistry registry,
            Threads threads,
            Traces traces) {
        // Process and host: two instances, on one machine or on two, are distinguished in the Lease.
        String identity = ManagementFactory.getRuntimeMXBean().getName();
        ManagerRuntime runtime = new ManagerRuntime(
                connection,
                new KubeconfigConnector(),
                threads,
                configuration::current,
                identity,
                Clock.systemUTC(),
                new Telemetry(registry, traces.registry()));
        configuration.onChange(changed -> runtime.enqueueEverything());
        return runtime;
    }

    @Bean
    RoleLabels prometheusRegistry() {
        return new RoleLabels();
    }

    @Bean
    InitializingBean roleInMetrics(ManagerRuntime runtime, RoleLabels labels) {
        return () -> labels.askForRole(runtime::role);
    }

    @Bean
    HealthIndicator caches(ManagerRuntime runtime) {
        return () -> {
            Health.Builder health = runtime.synced() ? Health.up() : Health.outOfService();
            health.withDetail("synced", runtime.synced()).withDetail("leading", runtime.leading());
            List<String> problems = runtime.problems();
            return (problems.isEmpty() ? health : health.withDetail("problems", problems)).build();
        };
    }

    @Bean(destroyMethod = "close")
    Auditor auditor(ManagerRuntime runtime, AuditSettings settings, Threads threads) {
        Auditor auditor = runtime.auditor(settings);
        auditor.start(threads);
        return auditor;
    }

    @Bean
    MeterBinder auditCounts(Auditor auditor) {
        return auditor.counts();
    }

    @Bean
    ReplicaMetrics replicaMetrics(ManagerRuntime runtime) {
        return new ReplicaMetrics(runtime::leading, runtime::reflectors, runtime::eventsDropped);
    }

    @Bean
    ClustersEndpoint clustersEndpoint(ManagerRuntime runtime) {
        return new ClustersEndpoint(runtime.remotes());
    }

    @Bean
    OrchestrationEndpoint orchestrationEndpoint(ManagerRuntime runtime) {
        return runtime.orchestration();
    }

    @Bean
    ConsoleSource consoleSource(ManagerRuntime runtime) {
        return runtime.console();
    }

    @Bean
    ClustersHealth workerClusters(ManagerRuntime runtime) {
        return new ClustersHealth(runtime.remotes());
    }
}
