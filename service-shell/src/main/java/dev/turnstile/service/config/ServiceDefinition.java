package dev.turnstile.service.config;

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

    /** A property that is set in every service, and nowhere else: beans that only services have are made by it. */
    public static final String MARK = "turnstile.service";

    public ServiceDefinition {
        customResources = Collections.unmodifiableSortedSet(new TreeSet<>(customResources));
    }
}
