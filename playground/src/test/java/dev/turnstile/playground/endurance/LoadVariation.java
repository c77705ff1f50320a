package dev.turnstile.playground.endurance;

import java.time.Duration;
import java.util.Locale;

/** What stands between the service and its API server while it is under load. */
enum LoadVariation {
    /** Nothing. */
    PLAIN(0, 0, 0, 403, 0),
    /** 100 ms to the API server and back. */
    LATENCY(50, 50, 0, 403, 0),
    /** A webhook refuses 10 % of the service's writes. */
    REFUSALS(0, 0, 0.1, 403, 0),
    /** 10 % of the service's writes are answered with 500, after which nobody knows what became of them. */
    ERRORS(0, 0, 0.1, 500, 0),
    /**
     * Up to 100 ms to the API server and back, and a webhook that thinks about each write for as long: responses come
     * in another order than requests, and before or after the watch event of the same write.
     */
    JITTER(0, 50, 0, 403, 100);

    private final Duration shortestWay;
    private final Duration longestWay;
    private final double refused;
    private final int code;
    private final Duration thought;

    LoadVariation(long shortestWayMillis, long longestWayMillis, double refused, int code, long thoughtMillis) {
        this.shortestWay = Duration.ofMillis(shortestWayMillis);
        this.longestWay = Duration.ofMillis(longestWayMillis);
        this.refused = refused;
        this.code = code;
        this.thought = Duration.ofMillis(thoughtMillis);
    }

    static LoadVariation of(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }

    /** How long it takes to the API server, and as long back. */
    Wire.Delay way() {
        return new Wire.Delay(shortestWay, longestWay);
    }

    /** The share of the service's writes that are refused. */
    double refused() {
        return refused;
    }

    /** What the API server answers to a write that the webhook refuses. */
    int code() {
        return code;
    }

    /** How long the webhook thinks about a write at most. */
    Duration thought() {
        return thought;
    }

    /** Whether a webhook stands before the writes. */
    boolean hasWebhook() {
        return refused > 0 || !thought.isZero();
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
