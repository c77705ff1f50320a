package dev.turnstile.service;

import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What differs between the services.
 *
 * @param name {@code worker-service}: name of the application, of its settings' file and in its logs
 * @param application the class whose package holds its beans
 * @param customResources the custom resources without which it cannot work, as {@code plural.group}
 */
public record ServiceDefinition(String name, Class<?> application, SortedSet<String> customResources) {

    public ServiceDefinition {
        customResources = Collections.unmodifiableSortedSet(new TreeSet<>(customResources));
    }
}
