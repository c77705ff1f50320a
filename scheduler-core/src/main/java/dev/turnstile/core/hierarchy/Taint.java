package dev.turnstile.core.hierarchy;

import dev.turnstile.core.workload.Toleration.Effect;

/** A taint of a flavor's nodes. */
public record Taint(String key, String value, Effect effect) {

    /** As Kubernetes prints a taint without a time, which the recorded messages do. */
    @Override
    public String toString() {
        String name = switch (effect) {
            case NO_SCHEDULE -> "NoSchedule";
            case PREFER_NO_SCHEDULE -> "PreferNoSchedule";
            case NO_EXECUTE -> "NoExecute";
        };
        return "{" + key + " " + value + " " + name + " <nil>}";
    }
}
