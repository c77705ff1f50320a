package dev.turnstile.model.kueue;

import dev.turnstile.model.meta.Absent;

/**
 * A kubeconfig and where it lies.
 *
 * @param location name of the Secret in the services' namespace, or path of the file
 * @param locationType which of the two
 */
public record KubeConfig(String location, LocationType locationType) {
    /** Fills in what the JSON left out. */
    public KubeConfig {
        locationType = Absent.orElse(locationType, LocationType.SECRET);
    }
}
