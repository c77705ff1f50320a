package dev.turnstile.model.kueue;

import dev.turnstile.model.condition.Condition;
import dev.turnstile.model.meta.Absent;
import dev.turnstile.model.meta.ListMapKeys;
import java.util.List;

/**
 * What manager-service reports of a worker cluster.
 *
 * @param conditions {@code Active}
 */
public record MultiKueueClusterStatus(@ListMapKeys("type") List<Condition> conditions) {
    /** Nothing reported yet. */
    public static final MultiKueueClusterStatus EMPTY = new MultiKueueClusterStatus(List.of());

    /** Fills in what the JSON left out. */
    public MultiKueueClusterStatus {
        conditions = Absent.list(conditions);
    }
}
