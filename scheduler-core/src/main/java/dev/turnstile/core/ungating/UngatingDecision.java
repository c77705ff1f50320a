package dev.turnstile.core.ungating;

import dev.turnstile.core.dispatch.RememberedUngating;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What {@link Ungating} answers. */
public sealed interface UngatingDecision {

    Trail trail();

    /** When time alone can change the answer; empty where only an event can. */
    Optional<Instant> lookAgainAt();

    /**
     * Write the annotation, and once it is written open this gate with {@code remember.at()} as its
     * {@code lastTransitionTime}. Event {@code PreemptionUngated}. The outcome goes into {@link OpeningAttempt#after}.
     *
     * @param localVersion guards the annotation
     * @param retry the same gate was to be opened before
     */
    record OpenGate(
            GateTarget target,
            String localVersion,
            RememberedUngating.OneGate remember,
            boolean retry,
            Trail trail,
            Optional<Instant> lookAgainAt)
            implements UngatingDecision {}

    /**
     * Somebody asks, and has to wait. Event {@code PreemptionUngatingDeferred}, once per situation.
     *
     * @param next the cluster whose gate is opened at {@code until} if nothing changes before
     */
    record Deferred(Reason reason, Instant until, String next, Trail trail) implements UngatingDecision {

        @Override
        public Optional<Instant> lookAgainAt() {
            return Optional.of(until);
        }
    }

    /** What somebody who asks has to wait for. */
    enum Reason {
        /** Another cluster has its time to preempt. */
        WINDOW,
        /** Another replica holds quota already and waits for its own checks. */
        RESERVATION,
        /** A placement without preemption may still turn up. */
        GRACE,
        /** A failed write is tried again soon. */
        RETRY,
        /** A gate was to be opened, and nobody knows whether it was. */
        UNCONFIRMED
    }

    /** Nothing to do until something happens. */
    record Idle(Trail trail) implements UngatingDecision {

        @Override
        public Optional<Instant> lookAgainAt() {
            return Optional.empty();
        }
    }

    /** The life that the annotation belongs to is over: remove it. Look again at once. */
    record Forget(String localVersion, Trail trail) implements UngatingDecision {

        @Override
        public Optional<Instant> lookAgainAt() {
            return Optional.empty();
        }
    }

    /** The feature is off: write the annotation, then open all of these, so that nobody is left behind. */
    record OpenEveryGate(
            List<GateTarget> targets, String localVersion, RememberedUngating.EveryGate remember, Trail trail)
            implements UngatingDecision {

        public OpenEveryGate {
            targets = List.copyOf(targets);
        }

        @Override
        public Optional<Instant> lookAgainAt() {
            return Optional.empty();
        }
    }

    /**
     * The feature was turned on.
     *
     * @param add replicas without our gate: it is added to their spec, which means closed
     * @param close replicas whose gate was opened because the feature was off
     */
    record Regate(List<GateTarget> add, List<GateTarget> close, Trail trail) implements UngatingDecision {

        public Regate {
            add = List.copyOf(add);
            close = List.copyOf(close);
        }

        @Override
        public Optional<Instant> lookAgainAt() {
            return Optional.empty();
        }
    }
}
