package dev.turnstile.worker.outbound;

import dev.turnstile.model.condition.Condition;
import dev.turnstile.model.condition.Conditions;
import dev.turnstile.model.kueue.WorkloadStatus;
import dev.turnstile.vocabulary.ConditionType;
import dev.turnstile.vocabulary.WaitingReason;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * When the status of a waiting Workload is due.
 *
 * <p>Another reason is due at once. Where the reason stays and only its message differs, the newest message is due an
 * interval after the last one that was written. A wait for quota is due after it has lasted a moment: most end with the
 * next cycles, and nobody could have read of them.
 *
 * @param interval between two messages with the same reason
 */
record TextPace(Duration interval) {
    /** As long a wait for quota lasts before it is written; shorter where every message is to be written. */
    static final Duration MOMENT = Duration.ofSeconds(1);

    /** What is false of every Workload that waits. */
    private static final Set<String> OF_THE_WAIT =
            Set.of(ConditionType.QUOTA_RESERVED.text(), ConditionType.ADMITTED.text());

    /**
     * What was published before.
     *
     * @param since since when something is to be published of the Workload
     * @param writtenAt when a reason or message of it was written last, or null where that is longer ago than the
     *     interval
     */
    record History(Instant since, @Nullable Instant writtenAt) {}

    /**
     * How long a status has yet to wait; zero where it is due.
     *
     * @param shown the status that the API shows
     */
    Duration left(WorkloadStatus shown, WorkloadStatus wanted, History history, Instant now) {
        Optional<Condition> before = waiting(shown);
        Optional<Condition> after = waiting(wanted);
        if (after.isEmpty() || !onlyTheWaitDiffers(shown, wanted)) {
            return Duration.ZERO;
        }
        boolean sameReason = before.isPresent()
                && before.get().reason().equals(after.get().reason())
                && Objects.equals(before.get().observedGeneration(), after.get().observedGeneration());
        Instant due = now;
        if (after.get().reason().equals(WaitingReason.WAITING_FOR_QUOTA.text())) {
            due = history.since().plus(interval.compareTo(MOMENT) < 0 ? interval : MOMENT);
        }
        Instant last = history.writtenAt();
        if (sameReason && last != null && last.plus(interval).isAfter(due)) {
            due = last.plus(interval);
        }
        return due.isAfter(now) ? Duration.between(now, due) : Duration.ZERO;
    }

    /** Whether nothing differs that others may act upon. */
    private static boolean onlyTheWaitDiffers(WorkloadStatus shown, WorkloadStatus wanted) {
        return withoutTheWait(shown).equals(withoutTheWait(wanted));
    }

    private static WorkloadStatus withoutTheWait(WorkloadStatus status) {
        return status.toBuilder()
                .conditions(status.conditions().stream()
                        .filter(condition -> condition.holds() || !OF_THE_WAIT.contains(condition.type()))
                        .toList())
                .resourceRequests(List.of())
                .build();
    }

    private static Optional<Condition> waiting(WorkloadStatus status) {
        return Conditions.find(status.conditions(), ConditionType.QUOTA_RESERVED)
                .filter(condition -> !condition.holds());
    }
}
