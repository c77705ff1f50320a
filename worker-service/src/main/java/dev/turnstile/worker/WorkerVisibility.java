package dev.turnstile.worker;

import dev.turnstile.model.config.ReloadableConfiguration;
import dev.turnstile.service.informer.ApiConnection;
import dev.turnstile.service.informer.HttpApiConnection;
import dev.turnstile.service.observe.ListeningPorts;
import dev.turnstile.worker.visibility.VisibilityServer;
import dev.turnstile.worker.webhook.Webhooks;
import io.kubernetes.client.openapi.ApiClient;
import java.time.Clock;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Starts the server of pending workloads beside the controllers. */
@Configuration(proxyBeanMethods = false)
public class WorkerVisibility {

    @Bean(destroyMethod = "close")
    VisibilityServer visibilityServer(
            ApiClient client,
            ReloadableConfiguration configuration,
            WorkerRuntime runtime,
            Webhooks webhooks,
            ListeningPorts ports) {
        VisibilityServer server =
                start(new HttpApiConnection(client), configuration.current(), runtime, webhooks, Clock.systemUTC());
        server.port().ifPresent(port -> ports.listening("visibility", port));
        return server;
    }

    /** A server that answers from what a runtime has read, and shows the certificate of its webhooks. */
    static VisibilityServer start(
            ApiConnection connection,
            dev.turnstile.model.config.Configuration configuration,
            WorkerRuntime runtime,
            Webhooks webhooks,
            Clock clock) {
        VisibilityServer server = VisibilityServer.start(
                configuration, webhooks.identity(), runtime.visibility(), connection, runtime.threads(), clock);
        webhooks.share(server::present);
        return server;
    }

    /** What keeps it from reading is shown, and does not make the service unready: it concerns nothing else. */
    @Bean
    HealthIndicator visibility(VisibilityServer server) {
        return () -> {
            Health.Builder health = Health.up();
            return (server.problems().isEmpty() ? health : health.withDetail("problems", server.problems())).build();
        };
    }
}
