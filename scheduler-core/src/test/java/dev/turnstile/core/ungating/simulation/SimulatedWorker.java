package dev.turnstile.core.ungating.simulation;

import dev.turnstile.core.dispatch.Finish;
import dev.turnstile.core.dispatch.Gate;
import dev.turnstile.core.dispatch.JobReading;
import dev.turnstile.core.dispatch.Remote;
import dev.turnstile.core.dispatch.Replica;
import dev.turnstile.core.dispatch.Sighting;
import dev.turnstile.core.dispatch.SpecMatch;
import dev.turnstile.core.message.Message;
import dev.turnstile.core.ungating.OpeningAttempt.Outcome;
import dev.turnstile.core.waiting.StoredWait;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * The truth in one worker's cluster: a replica, a job, a scheduler that looks at the replica from time to time, and a
 * clock of its own.
 */
final class SimulatedWorker {

    private static final Finish DONE = new Finish("Succeeded", "done");

    /** What the worker's scheduler would find. */
    enum Mood {
        FITS,
        NEEDS_PREEMPTION,
        NO_FIT
    }

    /** What happens to the truth here is told to these. */
    interface Witness {
        void changed(SimulatedWorker worker);

        void preempted(SimulatedWorker worker, Replica replica);

        void evicted(Replica replica);
    }

    final String name;
    private final Duration skew;
    private final Witness witness;
    private Remote remote = new Remote.Absent();
    private boolean job;
    private boolean jobEnded;
    private Mood mood = Mood.NO_FIT;
    private boolean reachable = true;
    private long version;
    private int made;

    SimulatedWorker(String name, Duration skew, Witness witness) {
        this.name = name;
        this.skew = skew;
        this.witness = witness;
    }

    Remote remote() {
        return remote;
    }

    Optional<Replica> replica() {
        return remote instanceof Replica replica ? Optional.of(replica) : Optional.empty();
    }

    boolean job() {
        return job;
    }

    long version() {
        return version;
    }

    boolean reachable() {
        return reachable;
    }

    void reachable(boolean value) {
        reachable = value;
    }

    void mood(Mood value) {
        mood = value;
    }

    /** What a direct read of the job finds. */
    JobReading.State jobState() {
        if (!job) {
            return new JobReading.State.Gone();
        }
        return jobEnded ? new JobReading.State.Ended(DONE) : new JobReading.State.Unfinished();
    }

    boolean jobRuns() {
        return job && !jobEnded && replica().filter(Replica::runs).isPresent();
    }

    /** One look of the scheduler and the workload controller, {@code luck} between 0 and 1. */
    void look(Instant now, double luck) {
        if (!(remote instanceof Replica seen)) {
            return;
        }
        if (seen.finished().isPresent()) {
            return;
        }
        if (seen.evicted() && seen.holdsQuota()) {
            put(new Parts(seen)
                    .reservation(Optional.empty())
                    .admission(Optional.empty())
                    .build());
        } else if (seen.holdsQuota()) {
            if (seen.admission().isEmpty() && luck < 0.5) {
                put(new Parts(seen).admission(Optional.of(clock(now))).build());
            }
        } else {
            evaluate(seen, now, luck);
        }
    }

    private void evaluate(Replica seen, Instant now, double luck) {
        switch (mood) {
            case FITS -> reserve(seen, now);
            case NO_FIT -> {
                if (seen.signal().isPresent() || seen.waitsFor().isEmpty()) {
                    Replica.WaitReason reason = new Replica.WaitReason(
                            StoredWait.parse("WaitingForQuota", Message.of("1 more needed")), clock(now));
                    put(new Parts(seen)
                            .signal(Optional.empty())
                            .waitsFor(Optional.of(reason))
                            .build());
                }
            }
            case NEEDS_PREEMPTION -> {
                if (!(seen.gate() instanceof Gate.Closed)) {
                    witness.preempted(this, seen);
                    if (luck < 0.1) {
                        reserve(seen, now);
                    }
                } else if (seen.signal().isEmpty()) {
                    Sighting signal = new Sighting(clock(now), clock(now));
                    put(new Parts(seen).signal(Optional.of(signal)).build());
                }
            }
        }
    }

    private void reserve(Replica seen, Instant now) {
        Sighting reservation = new Sighting(clock(now), clock(now));
        put(new Parts(seen)
                .signal(Optional.empty())
                .evicted(false)
                .reservation(Optional.of(reservation))
                .build());
    }

    /** Gate closed, signal withdrawn, evicted: one patch, as the contract has it. */
    void evict(Instant now) {
        if (remote instanceof Replica seen && seen.finished().isEmpty() && !seen.evicted()) {
            Gate gate = seen.gate() instanceof Gate.Open ? new Gate.Closed(Optional.of(clock(now))) : seen.gate();
            put(new Parts(seen)
                    .gate(gate)
                    .signal(Optional.empty())
                    .evicted(true)
                    .build());
            witness.evicted(seen);
        }
    }

    void finish() {
        if (jobRuns()) {
            jobEnded = true;
            put(new Parts(replica().orElseThrow()).finished(Optional.of(DONE)).build());
        }
    }

    void strangerDeletes() {
        if (remote instanceof Replica) {
            put(new Remote.Absent());
        }
    }

    Outcome createReplica(boolean gated, Instant now) {
        if (remote instanceof Replica) {
            return Outcome.CONFLICT;
        }
        made++;
        // the status entry of the gate comes from the worker, sooner or later
        Gate gate =
                gated ? new Gate.Closed(made % 2 == 0 ? Optional.of(clock(now)) : Optional.empty()) : new Gate.None();
        put(new Replica(
                name + "-" + made,
                "0",
                SpecMatch.SAME,
                gate,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                false,
                Optional.empty(),
                Optional.empty()));
        return Outcome.WRITTEN;
    }

    Outcome deleteReplica(String uid) {
        if (replica().filter(seen -> seen.uid().equals(uid)).isEmpty()) {
            return Outcome.REFUSED;
        }
        put(new Remote.Absent());
        return Outcome.WRITTEN;
    }

    Outcome createJob() {
        job = true;
        jobEnded = false;
        put(remote);
        return Outcome.WRITTEN;
    }

    Outcome deleteJob() {
        job = false;
        put(remote);
        return Outcome.WRITTEN;
    }

    /** Sets our gate, guarded by uid and version as every write of the manager is. */
    Outcome setGate(String uid, String guard, Gate gate) {
        Optional<Replica> seen = replica().filter(one -> one.uid().equals(uid));
        if (seen.isEmpty()) {
            return Outcome.REFUSED;
        }
        if (!seen.get().version().equals(guard)) {
            return Outcome.CONFLICT;
        }
        put(new Parts(seen.get()).gate(gate).build());
        return Outcome.WRITTEN;
    }

    private void put(Remote changed) {
        version++;
        remote = changed instanceof Replica replica
                ? new Parts(replica).version(Long.toString(version)).build()
                : changed;
        witness.changed(this);
    }

    /** The worker's clock is skewed, and Kubernetes cuts times to seconds. */
    private Instant clock(Instant now) {
        return now.plus(skew).truncatedTo(ChronoUnit.SECONDS);
    }
}
