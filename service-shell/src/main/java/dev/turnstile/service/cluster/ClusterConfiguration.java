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
import java.time.Duration;
import java.time.InstantSource;
import okhttp3.Interceptor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;

/** The client of the service's own cluster, and what is watched there in every service. */
@Configuration(proxyBeanMethods = false)
public class ClusterConfiguration {

    private static final Duration LONGEST_REVIEW = Duration.ofSeconds(5);
    private static final Interceptor NO_LIMIT = chain -> chain.proceed(chain.request());
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

    /** Past {@code clientConnection}, and with connections of its own: strangers decide how much it asks. */
    @Bean
    AccessReview accessReview(Credentials credentials, ServiceDefinition definition) {
        var client = OfficialClient.open(credentials, "turnstile-" + definition.name(), NO_LIMIT);
        client.setReadTimeout((int) LONGEST_REVIEW.toMillis());
        return new AccessReview(client, InstantSource.system());
    }

    @Bean
    CustomResources customResources(ApiClient client, Threads threads, ServiceDefinition definition) {
        return new CustomResources(client, threads, definition.customResources());
    }
}
