package dev.turnstile.model.kueue;

import dev.turnstile.model.meta.Absent;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The state of one check of a Workload.
 *
 * @param name the AdmissionCheck
 * @param state what its controller says
 * @param lastTransitionTime since when
 * @param message why
 * @param requeueAfterSeconds with {@code Retry}: how long the Workload stays away
 * @param retryCount how often the check made it start over
 * @param podSetUpdates what the pods get on admission
 */
public record AdmissionCheckState(
        String name,
        CheckState state,
        Instant lastTransitionTime,
        String message,
        @Nullable Integer requeueAfterSeconds,
        @Nullable Integer retryCount,
        List<PodSetUpdate> podSetUpdates) {
    /** Fills in what the JSON left out, and cuts the time to whole seconds. */
    public AdmissionCheckState {
        lastTransitionTime = Absent.seconds(lastTransitionTime);
        message = Absent.orElse(message, "");
        podSetUpdates = Absent.list(podSetUpdates);
    }
}
