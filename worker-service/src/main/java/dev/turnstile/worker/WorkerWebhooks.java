package dev.turnstile.worker;

import dev.turnstile.model.config.ReloadableConfiguration;
import dev.turnstile.service.cluster.Credentials;
import dev.turnstile.service.informer.ApiConnection;
import dev.turnstile.service.informer.HttpApiConnection;
import dev.turnstile.service.observe.ListeningPorts;
import dev.turnstile.worker.job.JobKind;
import dev.turnstile.worker.job.ManagedKinds;
import dev.turnstile.worker.webhook.Location;
import dev.turnstile.worker.webhook.Webhooks;
import io.kubernetes.client.openapi.ApiClient;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Clock;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Starts the webhook server beside the controllers. */
@Configuration(proxyBeanMethods = false)
public class WorkerWebhooks {
    private static final Logger LOG = LoggerFactory.getLogger(WorkerWebhooks.class);
    private static final int PATIENCE_MILLIS = 2_000;

    @Bean(initMethod = "start", destroyMethod = "close")
    Webhooks webhooks(
            ApiClient client,
            Credentials credentials,
            ReloadableConfiguration configuration,
            WorkerRuntime runtime,
            List<JobKind> kinds,
            ListeningPorts ports) {
        var current = configuration.current();
        Location location = switch (credentials) {
            case Credentials.ServiceAccount() -> Location.inside(current);
            case Credentials.Kubeconfig(var _) -> outside(current, URI.create(client.getBasePath()));
        };
        Webhooks webhooks = start(new HttpApiConnection(client), current, runtime, kinds, location, Clock.systemUTC());
        ports.listening("webhook", webhooks.port());
        return webhooks;
    }

    /** Webhooks that answer from what a runtime has read. */
    static Webhooks start(
            ApiConnection connection,
            dev.turnstile.model.config.Configuration configuration,
            WorkerRuntime runtime,
            List<? extends JobKind> kinds,
            Location location,
            Clock clock) {
        Webhooks webhooks = new Webhooks(
                connection,
                configuration,
                new Webhooks.Worker(
                        runtime.stores(),
                        ManagedKinds.of(kinds, configuration.integrations()),
                        runtime::synced,
                        runtime::active,
                        runtime.threads()),
                location,
                clock);
        runtime.whenActive(webhooks::lookAgain);
        return webhooks;
    }

    private static Location outside(dev.turnstile.model.config.Configuration configuration, URI server) {
        String host = configuration.webhook().host();
        boolean everywhere = host.isEmpty() || host.equals("0.0.0.0") || host.equals("::");
        return new Location.Outside(everywhere ? addressTowards(server) : host);
    }

    /** The address under which this machine talks to the API server is one that the API server can answer to. */
    private static String addressTowards(URI server) {
        int port = server.getPort() < 0 ? 443 : server.getPort();
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(server.getHost(), port), PATIENCE_MILLIS);
            return socket.getLocalAddress().getHostAddress();
        } catch (IOException e) {
            LOG.warn("webhook.host is not set, and {} does not answer: {}", server, e.getMessage());
            return ownAddress();
        }
    }

    private static String ownAddress() {
        try {
            return InetAddress.getLocalHost().getHostAddress();
        } catch (IOException e) {
            throw new UncheckedIOException("this machine has no address; set webhook.host", e);
        }
    }

    @Bean
    HealthIndicator webhookServer(Webhooks webhooks) {
        return () -> {
            Health.Builder health = webhooks.ready() ? Health.up() : Health.outOfService();
            health.withDetail("certificateEnds", webhooks.certificateEnd().toString());
            List<String> problems = webhooks.problems();
            return (problems.isEmpty() ? health : health.withDetail("problems", problems)).build();
        };
    }

    @Bean
    MeterBinder webhookCertificate(Webhooks webhooks) {
        return registry -> Gauge.builder(
                        "kueue.webhook.certificate.expiration.timestamp.seconds",
                        webhooks,
                        each -> each.certificateEnd().getEpochSecond())
                .description("When the certificate of the webhook server ends")
                .register(registry);
    }
}
