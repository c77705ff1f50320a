package dev.turnstile.core.dispatch;

import dev.turnstile.vocabulary.CheckState;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The workload in the manager's cluster.
 *
 * @param key {@code namespace/name}
 * @param version the {@code resourceVersion} of this view; writes that are decided from it are guarded by it
 * @param exists false where only replicas are left of it, or it is being deleted
 * @param active {@code spec.active}
 * @param reservedSince the {@code lastTransitionTime} of {@code QuotaReserved=True}; empty without a reservation
 * @param evicted whether {@code Evicted=True}
 * @param finished how it finished, if it did
 * @param check state of the MultiKueue check
 * @param checkMessage its message
 * @param clusterName {@code status.clusterName}: where it was placed
 * @param nominated {@code status.nominatedClusterNames}
 * @param nominatedAt when the present nomination was written, or when this manager first saw it; present where
 *     {@code nominated} is not empty
 * @param lastUngated what the annotation {@code kueue.x-k8s.io/multikueue-last-ungated} remembers
 */
public record LocalWorkload(
        String key,
        String version,
        boolean exists,
        boolean active,
        Optional<Instant> reservedSince,
        boolean evicted,
        Optional<Finish> finished,
        CheckState check,
        CheckMessage checkMessage,
        Optional<String> clusterName,
        List<String> nominated,
        Optional<Instant> nominatedAt,
        Optional<RememberedUngating> lastUngated) {

    public LocalWorkload {
        nominated = List.copyOf(nominated);
    }

    /** One that is gone; what is left of it in other clusters is to go. */
    public LocalWorkload(String key) {
        this(
                key,
                "",
                false,
                false,
                Optional.empty(),
                false,
                Optional.empty(),
                CheckState.PENDING,
                CheckMessage.NONE,
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Optional.empty());
    }

    /** Whether it may be placed now. */
    public Life life() {
        if (!exists) {
            return new Life.Ended("it was deleted");
        }
        if (finished.isPresent()) {
            return new Life.Ended("it finished");
        }
        if (!active) {
            return new Life.Ended("it was deactivated");
        }
        if (evicted) {
            return new Life.Ended("it was evicted");
        }
        if (reservedSince.isEmpty()) {
            return new Life.Ended("it has no reservation");
        }
        return switch (check) {
            case RETRY -> new Life.Ended("its check says Retry");
            case REJECTED -> new Life.Ended("its check says Rejected");
            case PENDING, READY -> new Life.Present(reservedSince.get());
        };
    }

    /**
     * The reservation is over for good. A workload that was only deactivated may be activated again before it loses its
     * reservation, and is then still in the same life.
     */
    public boolean reservationOver() {
        return !exists || finished.isPresent() || evicted || reservedSince.isEmpty();
    }

    /**
     * The annotation records an opening in a life that is over, so the nomination beside it may be of that life as
     * well: the manager was not there when it ended.
     */
    public boolean remembersAnotherLife() {
        return life() instanceof Life.Present present
                && lastUngated
                        .filter(remembered -> !remembered.life().equals(present.id()))
                        .isPresent();
    }

    /** It was placed, and the check says so: both are written in one patch. */
    public boolean placed() {
        return check == CheckState.READY && clusterName.isPresent();
    }
}
