package dev.turnstile.service.observe;

import dev.turnstile.model.config.ReloadableConfiguration;
import dev.turnstile.model.feature.Feature;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/** {@code kubernetes_feature_enabled{name,stage}}, as every part of Kubernetes has it. */
final class FeatureMetrics implements MeterBinder {

    private final ReloadableConfiguration configuration;

    FeatureMetrics(ReloadableConfiguration configuration) {
        this.configuration = configuration;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        for (var feature : Feature.values()) {
            Gauge.builder("kubernetes.feature.enabled", configuration, holder -> enabled(holder, feature))
                    .description("Whether a feature is on (1) or off (0)")
                    .tag("name", feature.gate())
                    .tag("stage", feature.stage().label())
                    .register(registry);
        }
    }

    private static double enabled(ReloadableConfiguration configuration, Feature feature) {
        return configuration.current().features().enabled(feature) ? 1 : 0;
    }
}
