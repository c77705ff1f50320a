package dev.turnstile.service.observe;

import dev.turnstile.model.config.ReloadableConfiguration;
import dev.turnstile.service.definition.CustomResources;
import dev.turnstile.service.informer.WriteCounts;
import dev.turnstile.service.thread.Threads;
import io.kubernetes.client.openapi.ApiClient;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** Health, info, metrics and ports of a service. */
@Configuration(proxyBeanMethods = false)
public class ObserveConfiguration {

    @Bean
    GuardedPorts guardedPorts() {
        return new GuardedPorts();
    }

    @Bean
    ListeningPorts listeningPorts() {
        return new ListeningPorts();
    }

    @Bean
    CustomResourcesHealth customResourcesHealthIndicator(CustomResources resources) {
        return new CustomResourcesHealth(resources);
    }

    @Bean
    ApiHealth apiHealthIndicator(ApiClient client, CustomResources resources) {
        return new ApiHealth(client, resources);
    }

    @Bean
    FeatureMetrics featureMetrics(ReloadableConfiguration configuration) {
        return new FeatureMetrics(configuration);
    }

    @Bean
    LoopsHealth loopsHealthIndicator(Threads threads) {
        return new LoopsHealth(threads.loops());
    }

    @Bean
    LoopMetrics loopMetrics(Threads threads) {
        return new LoopMetrics(threads.loops());
    }

    @Bean
    WriteMetrics writeMetrics(WriteCounts counts) {
        return new WriteMetrics(counts);
    }

    @Bean
    Traces traces(Environment environment, Threads threads) {
        return Traces.of(environment, threads);
    }

    @Bean
    FeatureInfo featureInfo(ReloadableConfiguration configuration) {
        return new FeatureInfo(configuration);
    }
}
