package dev.turnstile.service.observe;

import dev.turnstile.model.config.InvalidConfigurationException;
import dev.turnstile.model.config.Problem;
import dev.turnstile.service.thread.Threads;
import io.micrometer.observation.ObservationRegistry;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.core.env.Environment;

/**
 * Spans of what a service does: Micrometer's observations, sent to the collector that {@code turnstile.traces} names.
 * Off by default: without a collector nothing is observed.
 */
public final class Traces implements AutoCloseable {
    private static final String SETTING = "turnstile.traces";
    private static final String PATH = "/v1/traces";

    private final ObservationRegistry registry;
    private final @Nullable SpanSender sender;

    private Traces(ObservationRegistry registry, @Nullable SpanSender sender) {
        this.registry = registry;
        this.sender = sender;
    }

    /** As the environment says. */
    static Traces of(Environment environment, Threads threads) {
        String named = environment.getProperty(SETTING, "").strip();
        if (named.isEmpty()) {
            return new Traces(ObservationRegistry.NOOP, null);
        }
        SpanSender sender =
                new SpanSender(collector(named), environment.getProperty("spring.application.name", ""), threads);
        ObservationRegistry registry = ObservationRegistry.create();
        registry.observationConfig().observationHandler(sender);
        return new Traces(registry, sender);
    }

    private static URI collector(String named) {
        try {
            URI uri = URI.create(named);
            String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
            if (uri.getHost() != null && List.of("http", "https").contains(scheme)) {
                String path = String.valueOf(uri.getPath());
                return path.isEmpty() || path.equals("/") ? uri.resolve(PATH) : uri;
            }
        } catch (IllegalArgumentException e) {
            throw refused(named, " (" + e.getMessage() + ")");
        }
        throw refused(named, "");
    }

    private static InvalidConfigurationException refused(String named, String why) {
        return new InvalidConfigurationException(List.of(new Problem(
                SETTING,
                named,
                "the address of a collector that takes OTLP over HTTP, such as http://collector:4318" + why)));
    }

    /** Where observations begin. */
    public ObservationRegistry registry() {
        return registry;
    }

    /** Sends what is left, and nothing more. */
    @Override
    public void close() {
        if (sender != null) {
            sender.close();
        }
    }
}
