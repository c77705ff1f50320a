package dev.turnstile.core.ungating;

import dev.turnstile.core.dispatch.ClusterView;
import dev.turnstile.core.dispatch.Gate;
import dev.turnstile.core.dispatch.Group;
import dev.turnstile.core.dispatch.Life;
import dev.turnstile.core.dispatch.RememberedUngating;
import dev.turnstile.core.dispatch.Remote;
import dev.turnstile.core.dispatch.Replica;
import dev.turnstile.core.dispatch.Sighting;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Whose turn it is, while nobody has won.
 *
 * <p>Steps, the first that applies: nobody asks → idle; a replica reserved quota without having been let through → wait
 * for it, at most the time-out from the later of its reservation and the previous opening; the remembered gate is still
 * to be opened → try it again; the previous opening is younger than the time-out → wait for the rest; nothing was
 * opened yet and a placement without preemption may turn up → wait for the grace period; else open the first that asks,
 * but one whose writes failed for a whole window only if there is no other.
 */
record OpeningTurn(
        Group group,
        UngatingSettings settings,
        Life.Present life,
        LastOpening last,
        List<Asking> asking,
        Optional<OpeningAttempt> lastAttempt,
        Instant now) {

    UngatingDecision decide() {
        if (asking.isEmpty()) {
            return new UngatingDecision.Idle(trail("nobody asks to preempt" + openWords(), "nobody asks"));
        }
        return waitForReservation()
                .or(this::retry)
                .or(this::waitForWindow)
                .or(this::waitForGrace)
                .orElseGet(this::openFirst);
    }

    private Optional<UngatingDecision> waitForReservation() {
        Optional<Instant> previous = later(latestOpen(), countedAt());
        Optional<Instant> until = Optional.empty();
        String words = "";
        for (ClusterView cluster : group.nominatedClusters()) {
            Optional<Instant> held =
                    cluster.replica().filter(this::reservedByItself).map(this::heldSince);
            Optional<Instant> end = later(held, previous).map(this::plusTimeout);
            if (held.isPresent()
                    && end.filter(until.orElse(Instant.MIN)::isBefore).isPresent()) {
                until = end;
                words = "\"" + cluster.name() + "\" "
                        + (cluster.connected()
                                ? "holds quota and waits for its own checks"
                                : "holds quota and is out of reach");
            }
        }
        String why = words;
        return until.filter(now::isBefore).map(time -> deferred(UngatingDecision.Reason.RESERVATION, time, why));
    }

    /**
     * One that was let through in its turn has its window for all that it waits for, checks included; one that is being
     * evicted is about to release what it holds.
     */
    private boolean reservedByItself(Replica replica) {
        boolean everyGateWasOpened =
                last instanceof LastOpening.Counts counts && counts.cluster().isEmpty();
        boolean letThrough = replica.gate() instanceof Gate.Open && !everyGateWasOpened;
        return replica.holdsQuota() && !replica.evicted() && !letThrough;
    }

    private Optional<UngatingDecision> retry() {
        if (!(last instanceof LastOpening.Retry retry)) {
            return Optional.empty();
        }
        Optional<Instant> otherWindow = latestOpen().map(this::plusTimeout).filter(now::isBefore);
        if (otherWindow.isPresent()) {
            return otherWindow.map(until -> deferred(UngatingDecision.Reason.WINDOW, until, "a gate is open"));
        }
        String name = retry.cluster().name();
        Optional<Instant> notBefore = lastAttempt
                .filter(attempt -> attempt.isAbout(retry.remembered()))
                .filter(attempt -> attempt.last() != OpeningAttempt.Outcome.CONFLICT)
                .filter(attempt -> !now.isBefore(attempt.lastTriedAt()))
                .map(attempt -> attempt.lastTriedAt().plus(settings.retryInterval()))
                .filter(now::isBefore);
        if (notBefore.isPresent()) {
            String words = "writing the gate on \"" + name + "\" failed, it is tried again";
            return notBefore.map(until -> deferred(UngatingDecision.Reason.RETRY, until, words));
        }
        GateTarget target =
                new GateTarget(name, retry.replica().uid(), retry.replica().version());
        Instant at = latest(retry.remembered().at(), now);
        RememberedUngating.OneGate remember = new RememberedUngating.OneGate(
                life.id(),
                at,
                name,
                target.replica(),
                closedSince(retry.replica()),
                retry.remembered().firstTriedAt());
        String words = "opening the gate on \"" + name + "\" again: it was chosen at "
                + retry.remembered().firstTriedAt() + " and is still closed";
        return Optional.of(open(target, remember, true, words));
    }

    private Optional<UngatingDecision> waitForWindow() {
        Optional<Instant> previous = later(latestOpen(), countedAt());
        Optional<Instant> until = previous.map(this::plusTimeout).filter(now::isBefore);
        boolean unconfirmed = last instanceof LastOpening.Counts counts
                && counts.certainty() == LastOpening.Certainty.POSSIBLE
                && previous.equals(Optional.of(counts.at()));
        UngatingDecision.Reason reason =
                unconfirmed ? UngatingDecision.Reason.UNCONFIRMED : UngatingDecision.Reason.WINDOW;
        String words = unconfirmed
                ? "the gate on " + unconfirmedGate() + " was to be opened at " + previous.orElse(now) + " and "
                        + unconfirmedWords() + openWords()
                : "the previous opening was at " + previous.orElse(now) + readAgain() + openWords();
        return until.map(time -> deferred(reason, time, words));
    }

    private String unconfirmedGate() {
        return last instanceof LastOpening.Counts counts
                ? "\"" + counts.cluster().orElse("") + "\""
                : "every cluster";
    }

    /** Why it is not known whether the gate is open. */
    private String unconfirmedWords() {
        Optional<ClusterView> cluster =
                last instanceof LastOpening.Counts counts ? counts.cluster().flatMap(group::cluster) : Optional.empty();
        if (cluster.filter(ClusterView::connected).isEmpty()) {
            return "may be open: its cluster is out of reach";
        }
        return switch (cluster.get().remote()) {
            case Remote.Unknown ignored -> "may be open: its cluster has not been read yet";
            case Remote.Absent ignored -> "may have been: the answer was lost, and the replica is gone";
            case Remote.Foreign ignored -> "may have been: the answer was lost, and the replica is gone";
            case Replica ignored -> "may have been: the answer was lost";
        };
    }

    /** That a lost answer did no harm. */
    private String readAgain() {
        boolean lost = lastAttempt
                .filter(attempt -> attempt.last() == OpeningAttempt.Outcome.UNANSWERED)
                .flatMap(attempt -> group.cluster(attempt.cluster()))
                .flatMap(ClusterView::replica)
                .filter(replica -> replica.gate() instanceof Gate.Open)
                .isPresent();
        return lost ? "; its answer was lost, read again, the gate is open" : "";
    }

    private Optional<UngatingDecision> waitForGrace() {
        boolean openedBefore = later(latestOpen(), countedAt()).isPresent();
        if (openedBefore || settings.nonPreemptingGracePeriod().isEmpty()) {
            return Optional.empty();
        }
        List<String> notSeenYet = group.nominatedClusters().stream()
                .filter(cluster -> cluster.connected() && !(cluster.remote() instanceof Remote.Foreign))
                .filter(cluster -> cluster.replica().filter(Replica::evaluated).isEmpty())
                .map(ClusterView::name)
                .toList();
        if (notSeenYet.isEmpty()) {
            return Optional.empty();
        }
        Duration grace = settings.nonPreemptingGracePeriod().get();
        return asking.stream()
                .flatMap(one -> one.replica().signal().stream())
                .map(Sighting::earliest)
                .min(Comparator.naturalOrder())
                .map(first -> first.plus(grace))
                .filter(now::isBefore)
                .map(until -> deferred(
                        UngatingDecision.Reason.GRACE,
                        until,
                        "it may fit without preemption on " + notSeenYet + ", which have not tried yet"));
    }

    /** The first that asks, but one whose writes failed for a whole window only if there is no other. */
    private Asking next() {
        Optional<String> avoided = avoided();
        return asking.stream()
                .filter(one -> avoided.filter(one.name()::equals).isEmpty())
                .findFirst()
                .orElseGet(asking::getFirst);
    }

    private UngatingDecision openFirst() {
        Optional<String> avoided = avoided();
        Asking first = next();
        RememberedUngating.OneGate remember = new RememberedUngating.OneGate(
                life.id(), now, first.name(), first.replica().uid(), closedSince(first.replica()), now);
        String before =
                last instanceof LastOpening.NotOpened empty ? "\"" + empty.cluster() + "\" " + empty.why() + "; " : "";
        String why = avoided.filter(name -> !name.equals(first.name()))
                .map(name -> "it asks next, while writing to \"" + name + "\" failed")
                .orElse(
                        sameSecond(first)
                                ? "it comes first in the config of those that asked first"
                                : "it asked first");
        return open(
                first.target(),
                remember,
                false,
                before + "opening the gate on \"" + first.name() + "\": " + why + ", at " + first.since());
    }

    private boolean sameSecond(Asking first) {
        return asking.stream()
                .anyMatch(one -> !one.name().equals(first.name()) && one.since().equals(first.since()));
    }

    private static Optional<Instant> closedSince(Replica replica) {
        return replica.gate() instanceof Gate.Closed closed ? closed.since() : Optional.empty();
    }

    private Optional<String> avoided() {
        return switch (last) {
            case LastOpening.Counts counts when counts.avoid() -> counts.cluster();
            case LastOpening.NotOpened empty when empty.avoid() -> Optional.of(empty.cluster());
            case LastOpening.Counts ignored -> Optional.empty();
            case LastOpening.NotOpened ignored -> Optional.empty();
            case LastOpening.Nothing ignored -> Optional.empty();
            case LastOpening.Retry ignored -> Optional.empty();
        };
    }

    private UngatingDecision open(GateTarget target, RememberedUngating.OneGate remember, boolean retry, String words) {
        return new UngatingDecision.OpenGate(
                target,
                group.local().version(),
                remember,
                retry,
                trail(words, "opening " + target.cluster() + " at " + remember.firstTriedAt()),
                Optional.of(plusTimeout(remember.at())));
    }

    private UngatingDecision deferred(UngatingDecision.Reason reason, Instant until, String words) {
        String next = last instanceof LastOpening.Retry retry ? retry.cluster().name() : next().name();
        return new UngatingDecision.Deferred(
                reason,
                until,
                next,
                trail(words + "; the next may be let through at " + until, reason + " until " + until));
    }

    private Trail trail(String words, String situation) {
        return new Trail(Asking.entries(asking), words, situation);
    }

    /** Opened where we can see it: the latest of the group's open gates, out of reach or not. */
    private Optional<Instant> latestOpen() {
        return openGates().max(Comparator.naturalOrder());
    }

    private Stream<Instant> openGates() {
        return group.nominatedClusters().stream()
                .flatMap(cluster -> cluster.replica().stream())
                .flatMap(
                        replica -> replica.gate() instanceof Gate.Open open ? Stream.of(open.since()) : Stream.empty());
    }

    private Optional<Instant> countedAt() {
        return switch (last) {
            case LastOpening.Counts counts -> Optional.of(counts.at());
            case LastOpening.Retry retry -> Optional.of(retry.remembered().at());
            case LastOpening.NotOpened ignored -> Optional.empty();
            case LastOpening.Nothing ignored -> Optional.empty();
        };
    }

    private String openWords() {
        List<String> open = group.nominatedClusters().stream()
                .filter(cluster -> cluster.replica()
                        .filter(replica -> replica.gate() instanceof Gate.Open)
                        .isPresent())
                .map(ClusterView::name)
                .toList();
        return open.isEmpty() ? "" : ", open now: " + open;
    }

    private Instant heldSince(Replica replica) {
        return replica.reservation()
                .map(Sighting::earliest)
                .or(replica::admission)
                .orElseThrow();
    }

    private Instant plusTimeout(Instant time) {
        return time.plus(settings.singleClusterPreemptionTimeout());
    }

    private static Optional<Instant> later(Optional<Instant> one, Optional<Instant> other) {
        return Stream.of(one, other).flatMap(Optional::stream).max(Comparator.naturalOrder());
    }

    private static Instant latest(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }
}
