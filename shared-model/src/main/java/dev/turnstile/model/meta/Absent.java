package dev.turnstile.model.meta;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a record holds where its JSON says nothing. For the compact constructors of the kinds. */
public final class Absent {
    private Absent() {}

    /** An immutable copy; empty where there is no list. */
    public static <T> List<T> list(@Nullable List<T> list) {
        return list == null ? List.of() : List.copyOf(list);
    }

    /** An immutable copy that keeps the order; empty where there is no map. */
    public static <V> Map<String, V> map(@Nullable Map<String, V> map) {
        return map == null || map.isEmpty() ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(map));
    }

    /** The second where the first is absent: for fields whose schema has a default. */
    public static <T> T orElse(@Nullable T value, T defaultValue) {
        return value == null ? defaultValue : value;
    }

    /** A time in whole seconds, as the API keeps it. */
    public static Instant seconds(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS);
    }

    /** A time in whole seconds, as the API keeps it, or none. */
    public static @Nullable Instant secondsOrNull(@Nullable Instant time) {
        return time == null ? null : time.truncatedTo(ChronoUnit.SECONDS);
    }
}
