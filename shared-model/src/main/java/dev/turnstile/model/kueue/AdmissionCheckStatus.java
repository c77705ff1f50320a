package dev.turnstile.model.kueue;

import dev.turnstile.model.condition.Condition;
import dev.turnstile.model.meta.Absent;
import dev.turnstile.model.meta.ListMapKeys;
import java.util.List;

/**
 * What its controller reports of an AdmissionCheck.
 *
 * @param conditions {@code Active}
 */
public record AdmissionCheckStatus(@ListMapKeys("type") List<Condition> conditions) {
    /** Nothing reported yet. */
    public static final AdmissionCheckStatus EMPTY = new AdmissionCheckStatus(List.of());

    /** Fills in what the JSON left out. */
    public AdmissionCheckStatus {
        conditions = Absent.list(conditions);
    }
}
