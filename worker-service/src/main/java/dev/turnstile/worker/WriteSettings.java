package dev.turnstile.worker;

import dev.turnstile.model.config.GoDuration;
import dev.turnstile.model.config.InvalidConfigurationException;
import dev.turnstile.model.config.Problem;
import java.time.Duration;
import java.util.List;
import org.springframework.core.env.PropertyResolver;

/**
 * How often a worker writes what only people read.
 *
 * @param textInterval between two messages of a waiting Workload that have the same reason; zero writes each at once
 */
record WriteSettings(Duration textInterval) {
    /** What holds where nothing is set. */
    static final WriteSettings DEFAULT = new WriteSettings(Duration.ofSeconds(10));

    private static final String TEXT_INTERVAL = "turnstile.waiting-message-interval";

    /** As the options of the command line say. */
    static WriteSettings of(PropertyResolver options) {
        String named = options.getProperty(TEXT_INTERVAL, "").strip();
        return named.isEmpty()
                ? DEFAULT
                : new WriteSettings(GoDuration.parse(named)
                        .filter(interval -> !interval.isNegative())
                        .orElseThrow(() -> new InvalidConfigurationException(List.of(new Problem(
                                TEXT_INTERVAL, named, "a duration such as 10s; 0 for each message at once")))));
    }
}
