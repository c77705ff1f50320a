package dev.turnstile.model.config;

import org.jspecify.annotations.Nullable;

/** How fast the service asks the API server; without a limit the server's own fairness decides. */
public record ClientConnection(
        @Nullable
        @Setting(
                value = "Requests a second on average, apart from watches and the lease; 0 or less means no limit.",
                reloadable = true,
                otherwise = "no limit")
        Double qps,

        @Nullable
        @Setting(
                value = "Requests at once before `qps` holds.",
                reloadable = true,
                min = 1,
                max = Integer.MAX_VALUE,
                otherwise = "twice `qps`, at least 1")
        Integer burst) {

    /** Whether there is a limit at all. */
    public boolean limited() {
        return qps != null && qps > 0;
    }

    /** Requests a second, infinite where there is no limit. */
    public double requestsPerSecond() {
        return qps != null && qps > 0 ? qps : Double.POSITIVE_INFINITY;
    }

    public int requestsAtOnce() {
        if (burst != null) {
            return burst;
        }
        return limited()
                ? (int) Math.max(1, Math.min(Integer.MAX_VALUE, Math.ceil(2 * requestsPerSecond())))
                : Integer.MAX_VALUE;
    }
}
