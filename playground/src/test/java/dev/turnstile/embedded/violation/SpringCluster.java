package dev.turnstile.embedded.violation;

import org.springframework.context.ApplicationContext;

/** Knows Spring. */
public final class SpringCluster {
    private SpringCluster() {}

    public static Class<?> known() {
        return ApplicationContext.class;
    }
}
