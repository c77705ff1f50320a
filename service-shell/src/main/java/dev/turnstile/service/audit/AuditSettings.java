package dev.turnstile.service.audit;

import dev.turnstile.model.config.GoDuration;
import dev.turnstile.model.config.InvalidConfigurationException;
import dev.turnstile.model.config.Problem;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.springframework.core.env.PropertyResolver;

/**
 * How a service audits itself.
 *
 * @param interval the time between two passes
 * @param listInterval the time between two lists of one kind
 */
public record AuditSettings(Mode mode, Duration interval, Duration listInterval) {
    /** What follows from a finding. */
    public enum Mode {
        /** It is logged and counted, and its object read again. */
        REPAIR,
        /** It is logged and counted. */
        REPORT,
        /** Nothing is compared. */
        OFF
    }

    private static final String MODE = "turnstile.audit";
    private static final String INTERVAL = "turnstile.audit-interval";
    private static final String LIST_INTERVAL = "turnstile.audit-list-interval";
    private static final Duration SHORTEST = Duration.ofSeconds(1);

    /** What holds where nothing is set. */
    public static final AuditSettings DEFAULT =
            new AuditSettings(Mode.REPAIR, Duration.ofMinutes(1), Duration.ofMinutes(10));

    /** As the options of the command line say. */
    public static AuditSettings of(PropertyResolver options) {
        return new AuditSettings(
                mode(options.getProperty(MODE, "repair")),
                duration(options, INTERVAL, DEFAULT.interval),
                duration(options, LIST_INTERVAL, DEFAULT.listInterval));
    }

    private static Mode mode(String named) {
        for (Mode mode : Mode.values()) {
            if (mode.name().toLowerCase(Locale.ROOT).equals(named)) {
                return mode;
            }
        }
        throw refused(MODE, named, "one of repair, report, off");
    }

    private static Duration duration(PropertyResolver options, String setting, Duration otherwise) {
        String named = options.getProperty(setting, "").strip();
        return named.isEmpty()
                ? otherwise
                : GoDuration.parse(named)
                        .filter(duration -> duration.compareTo(SHORTEST) >= 0)
                        .orElseThrow(() -> refused(setting, named, "a duration of at least 1s, such as 1m30s"));
    }

    private static InvalidConfigurationException refused(String setting, String named, String allowed) {
        return new InvalidConfigurationException(List.of(new Problem(setting, named, allowed)));
    }
}
