package dev.turnstile.service.observe;

import dev.turnstile.model.config.ReloadableConfiguration;
import dev.turnstile.model.feature.Feature;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.boot.actuate.info.Info;
import org.springframework.boot.actuate.info.InfoContributor;

/** The feature switches in {@code actuator/info}. */
final class FeatureInfo implements InfoContributor {

    private final ReloadableConfiguration configuration;

    FeatureInfo(ReloadableConfiguration configuration) {
        this.configuration = configuration;
    }

    @Override
    public void contribute(Info.Builder builder) {
        var switches = configuration.current().features();
        var features = new LinkedHashMap<String, Map<String, Object>>();
        for (var feature : Feature.values()) {
            features.put(
                    feature.gate(),
                    Map.of(
                            "enabled",
                            switches.enabled(feature),
                            "stage",
                            feature.stage().title()));
        }
        builder.withDetail("features", features);
    }
}
