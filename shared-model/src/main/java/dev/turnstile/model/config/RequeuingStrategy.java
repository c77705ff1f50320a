package dev.turnstile.model.config;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** How a workload that was evicted for its pods comes back. */
public record RequeuingStrategy(
        @DefaultValue("Eviction") @Setting("Which time orders it in its queue.")
        Timestamp timestamp,

        @Nullable
        @Setting(
                value = "After so many returns it is deactivated.",
                reloadable = true,
                min = 0,
                max = Integer.MAX_VALUE,
                otherwise = "never")
        Integer backoffLimitCount,

        @DefaultValue("60")
        @Setting(
                value = "Seconds before the first return; doubled each time.",
                reloadable = true,
                min = 0,
                max = Integer.MAX_VALUE)
        int backoffBaseSeconds,

        @DefaultValue("3600")
        @Setting(
                value = "Longest time before a return, in seconds; not less than `backoffBaseSeconds`.",
                reloadable = true,
                min = 0,
                max = Integer.MAX_VALUE)
        int backoffMaxSeconds) {

    /** A time that orders a workload in its queue. */
    public enum Timestamp implements Choice {
        EVICTION("Eviction"),
        CREATION("Creation");

        private final String text;

        Timestamp(String text) {
            this.text = text;
        }

        @Override
        public String text() {
            return text;
        }
    }
}
