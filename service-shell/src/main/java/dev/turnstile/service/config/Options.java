package dev.turnstile.service.config;

import java.util.Optional;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.core.env.StandardEnvironment;

/**
 * Options of the command line. Variables of the process's environment do not count: {@code $KUBECONFIG} is not
 * {@code --kubeconfig}, and has a place of its own in the order of things.
 */
public record Options(ConfigurableEnvironment environment) {

    public static Options of(Environment environment) {
        return new Options((ConfigurableEnvironment) environment);
    }

    /** The value of {@code --name=value}. */
    public Optional<String> value(String name) {
        for (var source : environment.getPropertySources()) {
            var value = isOfProcess(source.getName()) ? null : source.getProperty(name);
            if (value != null) {
                return Optional.of(environment.resolvePlaceholders(value.toString()))
                        .filter(text -> !text.isBlank());
            }
        }
        return Optional.empty();
    }

    private static boolean isOfProcess(String source) {
        return source.equals(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME)
                || source.equals("configurationProperties");
    }
}
