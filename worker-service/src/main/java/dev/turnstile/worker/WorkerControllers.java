package dev.turnstile.worker;

import dev.turnstile.model.config.ReloadableConfiguration;
import dev.turnstile.service.audit.AuditSettings;
import dev.turnstile.service.audit.Auditor;
import dev.turnstile.service.informer.ApiConnection;
import dev.turnstile.service.observe.ReplicaMetrics;
import dev.turnstile.service.observe.RoleLabels;
import dev.turnstile.service.observe.Traces;
import dev.turnstile.service.thread.Threads;
import dev.turnstile.worker.endpoint.QueuesEndpoint;
import dev.turnstile.worker.endpoint.WorkloadsEndpoint;
import dev.turnstile.worker.enqueue.PreEnqueue;
import dev.turnstile.worker.job.BatchJob;
import dev.turnstile.worker.job.JobKind;
import dev.turnstile.worker.observe.CycleSpans;
import dev.turnstile.worker.pod.Pods;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.lang.management.ManagementFactory;
import java.time.Clock;
import java.util.List;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** Starts the controllers with the service, and has its health say how far they are. */
@Configuration(proxyBeanMethods = false)
public class WorkerControllers {

    @Bean
    JobKind batchJobs() {
        return new BatchJob();
    }

    @Bean
    JobKind pods() {
        return new Pods();
    }

    @Bean(initMethod = "start", destroyMethod = "close")
    WorkerRuntime workerRuntime(
            ApiConnection connection,
            ReloadableConfiguration configuration,
            List<JobKind> kinds,
            ObjectProvider<PreEnqueue> beans,
            Threads threads,
            Environment environment,
            Traces traces) {
        // Process and host: two instances, on one machine or on two, are distinguished in the Lease.
        String identity = ManagementFactory.getRuntimeMXBean().getName();
        return new WorkerBuilder(connection, configuration)
                .threads(threads)
                .identity(identity)
                .clock(Clock.systemUTC())
                .settings(WorkerSettings.of(environment))
                .kinds(kinds)
                .beans(beans.orderedStream().toList())
                .listeners(List.of(new CycleSpans(traces.registry())))
                .build();
    }

    @Bean
    RoleLabels prometheusRegistry() {
        return new RoleLabels();
    }

    /** Puts what the worker measures into the scrape; series as they are called there, not meters. */
    @Bean
    MeterBinder workerMetrics(WorkerRuntime runtime) {
        return registry -> {
            if (registry instanceof PrometheusMeterRegistry prometheus) {
                prometheus.getPrometheusRegistry().register(runtime.metrics());
            }
        };
    }

    @Bean(destroyMethod = "close")
    Auditor auditor(WorkerRuntime runtime, AuditSettings settings, Threads threads) {
        Auditor auditor = runtime.auditor(settings);
        auditor.start(threads);
        return auditor;
    }

    @Bean
    MeterBinder auditCounts(Auditor auditor) {
        return auditor.counts();
    }

    @Bean
    InitializingBean roleInMetrics(WorkerRuntime runtime, RoleLabels labels) {
        return () -> labels.askForRole(runtime::role);
    }

    @Bean
    ReplicaMetrics replicaMetrics(WorkerRuntime runtime) {
        return new ReplicaMetrics(runtime::leading, runtime::reflectors, runtime::eventsDropped);
    }

    @Bean
    QueuesEndpoint queuesEndpoint(WorkerRuntime runtime) {
        return new QueuesEndpoint(runtime.inspection());
    }

    @Bean
    WorkloadsEndpoint workloadsEndpoint(WorkerRuntime runtime) {
        return new WorkloadsEndpoint(runtime.inspection());
    }

    @Bean
    HealthIndicator caches(WorkerRuntime runtime) {
        return () -> {
            Health.Builder health = runtime.synced() ? Health.up() : Health.outOfService();
            health.withDetail("synced", runtime.synced()).withDetail("leading", runtime.leading());
            List<String> problems = runtime.problems();
            return (problems.isEmpty() ? health : health.withDetail("problems", problems)).build();
        };
    }
}
