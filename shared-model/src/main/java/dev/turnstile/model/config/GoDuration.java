package dev.turnstile.model.config;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Durations as Go programs, and so Kubernetes' configuration files, write them: {@code 5m30s}, {@code 1.5h}. */
public final class GoDuration {

    private static final Map<String, Long> NANOSECONDS = Map.of(
            "ns", 1L,
            "us", 1_000L,
            "\u00b5s", 1_000L,
            "\u03bcs", 1_000L,
            "ms", 1_000_000L,
            "s", 1_000_000_000L,
            "m", 60_000_000_000L,
            "h", 3_600_000_000_000L);
    private static final String PART = "(?<number>[0-9]+\\.?[0-9]*|\\.[0-9]+)(?<unit>ns|us|\u00b5s|\u03bcs|ms|s|m|h)";
    private static final Pattern ONE_PART = Pattern.compile(PART);
    private static final Pattern ALL_PARTS = Pattern.compile("[-+]?(" + PART.replaceAll("\\?<[a-z]+>", "") + ")+");
    private static final BigDecimal LONGEST = BigDecimal.valueOf(Long.MAX_VALUE);

    private GoDuration() {}

    /** Reads a duration; nothing where it is not one, or one that Go could not hold (about 292 years). */
    public static Optional<Duration> parse(String text) {
        if (text.equals("0") || text.equals("+0") || text.equals("-0")) {
            return Optional.of(Duration.ZERO);
        }
        if (text.length() > 100 || !ALL_PARTS.matcher(text).matches()) {
            return Optional.empty();
        }
        var nanoseconds = BigDecimal.ZERO;
        var parts = ONE_PART.matcher(text);
        while (parts.find()) {
            var unit = BigDecimal.valueOf(NANOSECONDS.getOrDefault(parts.group("unit"), 0L));
            nanoseconds = nanoseconds.add(
                    new BigDecimal(parts.group("number")).multiply(unit).setScale(0, RoundingMode.DOWN));
        }
        if (nanoseconds.compareTo(LONGEST) > 0) {
            return Optional.empty();
        }
        var duration = Duration.ofNanos(nanoseconds.longValueExact());
        return Optional.of(text.startsWith("-") ? duration.negated() : duration);
    }

    /** Writes a duration as Go prints it: {@code 1h2m0s}, {@code 1.5s}, {@code 250ms}, {@code 0s}. */
    public static String format(Duration duration) {
        if (duration.isZero()) {
            return "0s";
        }
        if (duration.isNegative()) {
            return "-" + format(duration.negated());
        }
        var nanoseconds = duration.toNanos();
        if (nanoseconds < 1_000L) {
            return nanoseconds + "ns";
        }
        if (nanoseconds < 1_000_000L) {
            return decimal(nanoseconds, 1_000L) + "\u00b5s";
        }
        if (nanoseconds < 1_000_000_000L) {
            return decimal(nanoseconds, 1_000_000L) + "ms";
        }
        var text = new StringBuilder();
        if (duration.toHours() > 0) {
            text.append(duration.toHours()).append('h');
        }
        if (duration.toMinutes() > 0) {
            text.append(duration.toMinutesPart()).append('m');
        }
        return text.append(decimal(nanoseconds % 60_000_000_000L, 1_000_000_000L))
                .append('s')
                .toString();
    }

    private static String decimal(long nanoseconds, long unit) {
        return BigDecimal.valueOf(nanoseconds)
                .divide(BigDecimal.valueOf(unit))
                .stripTrailingZeros()
                .toPlainString();
    }
}
