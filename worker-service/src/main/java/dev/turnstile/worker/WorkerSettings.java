package dev.turnstile.worker;

import dev.turnstile.model.config.GoDuration;
import dev.turnstile.model.config.InvalidConfigurationException;
import dev.turnstile.model.config.Problem;
import java.time.Duration;
import java.util.List;
import org.springframework.core.env.PropertyResolver;

/**
 * What upstream's configuration has no words for.
 *
 * @param textInterval between two messages of a waiting Workload that have the same reason; zero writes each at once
 * @param minimumRuntime for how long a Workload keeps its quota at least before it is evicted for another one
 */
record WorkerSettings(Duration textInterval, Duration minimumRuntime) {
    /** What holds where nothing is set. */
    static final WorkerSettings DEFAULT = new WorkerSettings(Duration.ofSeconds(10), Duration.ofSeconds(2));

    private static final String TEXT_INTERVAL = "turnstile.waiting-message-interval";
    private static final String MINIMUM_RUNTIME = "turnstile.minimum-runtime";

    /** As the options of the command line say. */
    static WorkerSettings of(PropertyResolver options) {
        return new WorkerSettings(
                duration(
                        options,
                        TEXT_INTERVAL,
                        DEFAULT.textInterval(),
                        "a duration such as 10s; 0 for each message at once"),
                duration(
                        options,
                        MINIMUM_RUNTIME,
                        DEFAULT.minimumRuntime(),
                        "a duration such as 2s; 0 to evict at once whatever has just begun"));
    }

    private static Duration duration(PropertyResolver options, String name, Duration otherwise, String wanted) {
        String given = options.getProperty(name, "").strip();
        return given.isEmpty()
                ? otherwise
                : GoDuration.parse(given)
                        .filter(value -> !value.isNegative())
                        .orElseThrow(
                                () -> new InvalidConfigurationException(List.of(new Problem(name, given, wanted))));
    }
}
