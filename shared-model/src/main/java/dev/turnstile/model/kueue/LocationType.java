package dev.turnstile.model.kueue;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Where a kubeconfig lies. */
public enum LocationType {
    /** Under key {@code kubeconfig} of a Secret. */
    @JsonProperty("Secret")
    SECRET,
    /** In a file of manager-service's own file system. */
    @JsonProperty("Path")
    PATH
}
