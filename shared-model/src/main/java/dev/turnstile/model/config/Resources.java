package dev.turnstile.model.config;

import java.util.List;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** How requests of pods become requests of workloads. */
public record Resources(
        @DefaultValue
        @Setting(
                value = "Resources whose names begin so are not counted.",
                form = TextForm.RESOURCE_PREFIX,
                otherwise = "none")
        List<String> excludeResourcePrefixes,

        @DefaultValue @Setting(value = "Resources that count as others; one entry for each input.", otherwise = "none")
        List<Transformation> transformations) {}
