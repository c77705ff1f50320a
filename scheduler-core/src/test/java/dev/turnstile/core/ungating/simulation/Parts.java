package dev.turnstile.core.ungating.simulation;

import dev.turnstile.core.dispatch.Finish;
import dev.turnstile.core.dispatch.Gate;
import dev.turnstile.core.dispatch.Replica;
import dev.turnstile.core.dispatch.Sighting;
import java.time.Instant;
import java.util.Optional;

/** A replica taken apart, to be put together again with some parts changed. */
final class Parts {

    private final Replica from;
    private String version;
    private Gate gate;
    private Optional<Sighting> signal;
    private Optional<Sighting> reservation;
    private Optional<Instant> admission;
    private boolean evicted;
    private Optional<Finish> finished;
    private Optional<Replica.WaitReason> waitsFor;

    Parts(Replica from) {
        this.from = from;
        version = from.version();
        gate = from.gate();
        signal = from.signal();
        reservation = from.reservation();
        admission = from.admission();
        evicted = from.evicted();
        finished = from.finished();
        waitsFor = from.waitsFor();
    }

    Parts version(String value) {
        version = value;
        return this;
    }

    Parts gate(Gate value) {
        gate = value;
        return this;
    }

    Parts signal(Optional<Sighting> value) {
        signal = value;
        return this;
    }

    Parts reservation(Optional<Sighting> value) {
        reservation = value;
        return this;
    }

    Parts admission(Optional<Instant> value) {
        admission = value;
        return this;
    }

    Parts evicted(boolean value) {
        evicted = value;
        return this;
    }

    Parts finished(Optional<Finish> value) {
        finished = value;
        return this;
    }

    Parts waitsFor(Optional<Replica.WaitReason> value) {
        waitsFor = value;
        return this;
    }

    Replica build() {
        return new Replica(
                from.uid(),
                version,
                from.specMatch(),
                gate,
                signal,
                reservation,
                admission,
                evicted,
                finished,
                waitsFor);
    }
}
