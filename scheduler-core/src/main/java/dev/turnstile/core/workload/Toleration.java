package dev.turnstile.core.workload;

import org.jspecify.annotations.Nullable;

/** A toleration of Kubernetes; an absent key, effect or value is the empty string there and here. */
public record Toleration(
        String key,
        Operator operator,
        String value,
        @Nullable Effect effect) {

    public enum Operator {
        EQUAL,
        EXISTS
    }

    /** What a taint does to pods that do not tolerate it. */
    public enum Effect {
        NO_SCHEDULE,
        PREFER_NO_SCHEDULE,
        NO_EXECUTE
    }

    public boolean tolerates(String taintKey, String taintValue, Effect taintEffect) {
        if (effect != null && effect != taintEffect) {
            return false;
        }
        if (!key.isEmpty() && !key.equals(taintKey)) {
            return false;
        }
        return switch (operator) {
            case EXISTS -> true;
            case EQUAL -> !key.isEmpty() && value.equals(taintValue);
        };
    }
}
