package dev.turnstile.service.cluster;

import dev.turnstile.model.config.ReloadableConfiguration;
import dev.turnstile.service.access.AccessReview;
import dev.turnstile.service.config.ServiceDefinition;
import dev.turnstile.service.definition.CustomResources;
import dev.turnstile.service.informer.ApiConnection;
import dev.turnstile.service.informer.CountedConnection;
import dev.turnstile.service.informer.HttpApiConnection;
import dev.turnstile.service.informer.WriteCounts;
import dev.turnstile.service.thread.Threads;
import io.kubernetes.client.openapi.ApiClient;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;

/** The client of the service's own cluster, and what is watched there in every service. */
@Configuration(proxyBeanMethods = false)
public class ClusterConfiguration {

    private static final Logger LOG = LoggerFactory.getLogger(ClusterConfiguration.class);

    /** The service's own; on a cluster spring-cloud-kubernetes brings another one, for its ConfigMap. */
    @Bean
    @Primary
    ApiClient apiClient(Credentials credentials, ReloadableConfiguration configuration, ServiceDefinition definition) {
        var limit = new RequestLimit(() -> configuration.current().clientConnection(), System::nanoTime);
        var client = OfficialClient.open(credentials, "turnstile-" + definition.name(), limit);
        LOG.info("cluster {} by {}", client.getBasePath(), credentials.inWords());
        return client;
    }

    @Bean
    WriteCounts writeCounts() {
        return new WriteCounts();
    }

    /** To the service's own cluster; its writes are counted. */
    @Bean
    ApiConnection apiConnection(ApiClient client, WriteCounts counts) {
        return new CountedConnection(new HttpApiConnection(client), counts);
    }

    @Bean
    AccessReview accessReview(ApiClient client) {
        return new AccessReview(client, InstantSource.system());
    }

    @Bean
    CustomResources customResources(ApiClient client, Threads threads, ServiceDefinition definition) {
        return new CustomResources(client, threads, definition.customResources());
    }
}
