package dev.turnstile.cel;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Durations as Go writes them: {@code 1h30m}, {@code -1.5s}, {@code 250ms}. */
public final class GoDuration {

    private static final Pattern WHOLE = Pattern.compile("[+-]?(?:\\d*\\.?\\d+(?:ns|us|µs|μs|ms|s|m|h))+|[+-]?0");
    private static final Pattern PART = Pattern.compile("(\\d*\\.?\\d+)(ns|us|µs|μs|ms|s|m|h)");
    private static final Map<String, Long> NANOS = Map.of(
            "ns",
            1L,
            "us",
            1_000L,
            "µs",
            1_000L,
            "μs",
            1_000L,
            "ms",
            1_000_000L,
            "s",
            1_000_000_000L,
            "m",
            60_000_000_000L,
            "h",
            3_600_000_000_000L);

    private GoDuration() {}

    /** Null if the text is no duration. */
    public static @Nullable Duration parse(String text) {
        if (!WHOLE.matcher(text).matches()) {
            return null;
        }
        BigDecimal nanos = BigDecimal.ZERO;
        Matcher part = PART.matcher(text);
        while (part.find()) {
            Long unit = NANOS.get(part.group(2));
            nanos = nanos.add(new BigDecimal(part.group(1)).multiply(BigDecimal.valueOf(unit == null ? 0 : unit)));
        }
        if (nanos.toBigInteger().bitLength() >= Long.SIZE) {
            return null;
        }
        long total = nanos.setScale(0, RoundingMode.DOWN).longValue();
        return Duration.ofNanos(text.startsWith("-") ? -total : total);
    }
}
