package dev.turnstile.core.dispatch;

import dev.turnstile.core.waiting.Wait;
import java.time.Instant;
import java.util.Optional;

/**
 * Our copy of the workload in one cluster, as last seen. Views of one replica never go back in time: the shell drops
 * what is older than what it has.
 *
 * @param uid distinguishes a replica from one that was created again under its name
 * @param version the {@code resourceVersion} of this view; every write that is decided from it is guarded by it
 * @param specMatch how its spec compares with the local one
 * @param gate our gate
 * @param signal since when {@code PreemptionBlocked=True}; empty where it is not
 * @param reservation since when quota is reserved; empty where it is not
 * @param admission since when {@code Admitted=True}; empty where it is not
 * @param evicted whether {@code Evicted=True}
 * @param finished how it finished, if it did
 * @param waitsFor why quota is not reserved, as the worker's scheduler said after its last evaluation; empty where
 *     nobody looked yet
 */
public record Replica(
        String uid,
        String version,
        SpecMatch specMatch,
        Gate gate,
        Optional<Sighting> signal,
        Optional<Sighting> reservation,
        Optional<Instant> admission,
        boolean evicted,
        Optional<Finish> finished,
        Optional<WaitReason> waitsFor)
        implements Remote {

    /** {@code QuotaReserved=False}. */
    public record WaitReason(Wait why, Instant since) {}

    /** Admitted, and nobody has begun to take that back: it may run here. */
    public boolean runs() {
        return admission.isPresent() && !evicted && finished.isEmpty();
    }

    /** Holds quota on its cluster, admitted or not. */
    public boolean holdsQuota() {
        return finished.isEmpty() && (reservation.isPresent() || admission.isPresent());
    }

    /** The worker's scheduler has looked at it at least once: it signalled, got quota, or waits for another reason. */
    public boolean evaluated() {
        return signal.isPresent() || holdsQuota() || finished.isPresent() || waitsFor.isPresent();
    }

    /** It asks to be let through: it would preempt, and our closed gate is in the way. */
    public boolean asksForPreemption() {
        return signal.isPresent() && gate instanceof Gate.Closed && finished.isEmpty() && !holdsQuota();
    }
}
