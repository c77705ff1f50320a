package dev.turnstile.core.ungating;

import dev.turnstile.core.dispatch.ClusterView;
import dev.turnstile.core.dispatch.Gate;
import dev.turnstile.core.dispatch.Group;
import dev.turnstile.core.dispatch.RememberedUngating;
import dev.turnstile.core.dispatch.Remote;
import dev.turnstile.core.dispatch.Replica;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What became of the gate that the annotation names.
 *
 * <p>Goal: never a second gate in one window, and no window lost without need. Constraint: the annotation is written
 * before the gate, so what it names may or may not have happened. Steps: what may have been opened counts
 * ({@link Counts}); what provably was not is void ({@link NotOpened}); what provably was not yet, and is still wanted,
 * is tried again ({@link Retry}). Proof is a connected cluster whose replica has the same uid, is not evicted, and
 * whose gate is closed: since the very moment that was remembered, or while all our tries are known to have failed. If
 * it has also stopped asking, its version has changed, and the guard of a write that is still on its way makes that
 * write fail.
 *
 * <p>A gate that was opened and closed again, which only an eviction does, is no opening any more: the next may follow
 * at once ({@link NotOpened}). Its worker wrote the close, so whatever was still on its way to it fails on its guard.
 *
 * <p>Example: {@code worker1} remembered at 12:00, the write was not answered. 12:01 its gate is closed as before and
 * it asks: retry. 12:02 it stopped asking: void, the next one may be opened at 12:02. Had it disappeared, nobody could
 * tell whether its gate was open for a moment: it counts until 12:05.
 */
sealed interface LastOpening {

    /** Nothing is remembered. */
    record Nothing() implements LastOpening {}

    /**
     * It was opened, or may have been.
     *
     * @param cluster the one cluster; empty where it was every gate
     * @param certainty whether that is known
     * @param avoid whether the next one to be chosen is another one if possible: here the write failed for a whole
     *     window
     */
    record Counts(Instant at, Optional<String> cluster, Certainty certainty, boolean avoid) implements LastOpening {}

    /** What is known of an opening. */
    enum Certainty {
        /** It was opened. */
        CONFIRMED,
        /** It may have been opened. */
        POSSIBLE
    }

    /** It is not open, and is not wanted any more. */
    record NotOpened(String cluster, String why, boolean avoid) implements LastOpening {}

    /** It was not opened as far as can be seen, and still is to be. */
    record Retry(RememberedUngating.OneGate remembered, ClusterView cluster, Replica replica) implements LastOpening {}

    static LastOpening of(
            Group group,
            RememberedUngating remembered,
            Optional<OpeningAttempt> lastAttempt,
            Duration timeout,
            Instant since,
            Instant now) {
        return switch (remembered) {
            case RememberedUngating.EveryGate every ->
                new Counts(every.at(), Optional.empty(), Certainty.CONFIRMED, false);
            case RememberedUngating.OneGate one -> of(group, one, lastAttempt, timeout, since, now);
        };
    }

    private static LastOpening of(
            Group group,
            RememberedUngating.OneGate remembered,
            Optional<OpeningAttempt> lastAttempt,
            Duration timeout,
            Instant since,
            Instant now) {
        Optional<OpeningAttempt> attempt = lastAttempt.filter(tried -> tried.isAbout(remembered));
        Optional<ClusterView> cluster = group.cluster(remembered.cluster()).filter(ClusterView::connected);
        if (cluster.isEmpty()) {
            return unconfirmed(remembered, attempt, since);
        }
        return switch (cluster.get().remote()) {
            case Remote.Unknown ignored -> unconfirmed(remembered, attempt, since);
            case Remote.Absent ignored -> gone(remembered, attempt, since);
            case Remote.Foreign ignored -> gone(remembered, attempt, since);
            case Replica replica ->
                replica.uid().equals(remembered.replica())
                        ? seen(remembered, attempt, cluster.get(), replica, timeout, since, now)
                        : gone(remembered, attempt, since);
        };
    }

    private static Counts unconfirmed(
            RememberedUngating.OneGate remembered, Optional<OpeningAttempt> attempt, Instant since) {
        return new Counts(
                sentBy(remembered, attempt, since), Optional.of(remembered.cluster()), Certainty.POSSIBLE, false);
    }

    /**
     * When the gate was sent at the latest, if it was. A write takes its time, and so does the annotation before it: it
     * was sent before this process gave it up, or before this process began, where it was not its own.
     */
    private static Instant sentBy(
            RememberedUngating.OneGate remembered, Optional<OpeningAttempt> attempt, Instant since) {
        Instant end = attempt.map(OpeningAttempt::lastTriedAt).orElse(since);
        return end.isAfter(remembered.at()) ? end : remembered.at();
    }

    private static LastOpening gone(
            RememberedUngating.OneGate remembered, Optional<OpeningAttempt> attempt, Instant since) {
        return attempt.filter(OpeningAttempt::certain).isPresent()
                ? new NotOpened(remembered.cluster(), "is gone, and its gate was never opened", false)
                : unconfirmed(remembered, attempt, since);
    }

    private static LastOpening seen(
            RememberedUngating.OneGate remembered,
            Optional<OpeningAttempt> attempt,
            ClusterView cluster,
            Replica replica,
            Duration timeout,
            Instant since,
            Instant now) {
        // Its worker may have declared the gate meanwhile: closed since then, though never open.
        boolean neverOpened = attempt.filter(OpeningAttempt::certain).isPresent();
        boolean untouched = replica.gate() instanceof Gate.Closed closed
                && (neverOpened || closed.since().equals(remembered.closedSince()))
                && !replica.evicted();
        if (closedAgain(remembered, attempt, replica)) {
            return new NotOpened(remembered.cluster(), "has closed its gate with an eviction", false);
        }
        Instant at = sentBy(remembered, attempt, since);
        if (!untouched) {
            return new Counts(at, Optional.of(remembered.cluster()), Certainty.CONFIRMED, false);
        }
        boolean viewIsBehind = attempt.filter(tried -> tried.last() == OpeningAttempt.Outcome.WRITTEN)
                .isPresent();
        if (viewIsBehind) {
            return new Counts(at, Optional.of(remembered.cluster()), Certainty.CONFIRMED, false);
        }
        if (!replica.asksForPreemption()) {
            return new NotOpened(remembered.cluster(), "asks no more, and its gate was never opened", false);
        }
        if (now.isBefore(remembered.firstTriedAt().plus(timeout))) {
            return new Retry(remembered, cluster, replica);
        }
        return neverOpened
                ? new NotOpened(remembered.cluster(), "could not be opened within the time-out", true)
                : new Counts(at, Optional.of(remembered.cluster()), Certainty.POSSIBLE, true);
    }

    /**
     * Whether its gate was open and is not any more. Times of one worker are compared, so that neither another clock
     * nor an older view is taken for an eviction; a write without an answer counts until its window is over.
     */
    private static boolean closedAgain(
            RememberedUngating.OneGate remembered, Optional<OpeningAttempt> attempt, Replica replica) {
        Optional<Instant> closed = replica.gate() instanceof Gate.Closed gate ? gate.since() : Optional.empty();
        boolean since = closed.filter(time -> remembered
                        .closedSince()
                        .filter(before -> !time.isAfter(before))
                        .isEmpty())
                .isPresent();
        boolean wasOpen = remembered.closedSince().isPresent()
                && attempt.filter(tried -> tried.certain() || tried.last() == OpeningAttempt.Outcome.UNANSWERED)
                        .isEmpty();
        return since && (replica.evicted() || wasOpen);
    }
}
