package dev.turnstile.worker.audit;

import dev.turnstile.core.cycle.Assumption;
import dev.turnstile.core.cycle.OpenAssumption;
import dev.turnstile.core.cycle.SetAside;
import dev.turnstile.core.cycle.Whereabouts;
import dev.turnstile.core.queue.Waiting;
import dev.turnstile.core.workload.Workload;
import dev.turnstile.service.audit.Finding;
import dev.turnstile.worker.state.Standing;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What must be true of one workload: it is in exactly one of queue, ledger and aside, and in the one that its object
 * calls for; what is known of it is what the object shows, but for what is assumed; whatever is assumed has a request
 * under way or a time; and no time has been missed.
 */
final class PlaceRules {
    /** An unfinished workload is nowhere, or was popped for a cycle and never put back: it would never run. */
    static final String FORGOTTEN = "workload_forgotten";
    /** A workload is in more than one place. */
    static final String TWICE = "workload_twice";
    /** A workload is in another place than its object calls for. */
    static final String MISPLACED = "workload_misplaced";
    /** Something is known of a workload that is over or gone. */
    static final String LEFT = "workload_left";
    /** A workload is scheduled by what its object no longer shows. */
    static final String OUTDATED = "workload_outdated";
    /** A workload holds quota that its object does not show and nobody assumes, or the other way round. */
    static final String QUOTA = "quota_differs";
    /** The time of a workload or an assumption has passed, and nothing came of it. */
    static final String TIME = "time_missed";
    /** Something is assumed, and nobody writes it, reads it, or has a time for it. */
    static final String WRITE = "write_lost";

    static final Set<String> KINDS = Set.of(FORGOTTEN, TWICE, MISPLACED, LEFT, OUTDATED, QUOTA, TIME, WRITE);

    private final Subject subject;
    private final Whereabouts where;
    private final Sighting sighting;
    private final List<Finding> findings = new ArrayList<>();

    private PlaceRules(Subject subject, Sighting sighting) {
        this.subject = subject;
        this.where = sighting.where();
        this.sighting = sighting;
    }

    static List<Finding> findings(Subject subject, Sighting sighting) {
        PlaceRules rules = new PlaceRules(subject, sighting);
        switch (subject.standing()) {
            case Standing.Nowhere() -> rules.left();
            case Standing.Holding(Workload view) -> rules.holds(view);
            case Standing.Aside(Workload view, SetAside.Cause cause, var _, var _) ->
                rules.waits(view, cause::equals, null);
            case Standing.Candidate(Workload view) -> rules.candidate(view);
        }
        rules.assumption();
        return rules.findings;
    }

    private void found(String kind, String what) {
        findings.add(new Finding(
                kind,
                subject.key(),
                "Workload %s of version %d %s".formatted(subject.key(), subject.version(), what),
                "the scheduler has it: %s; %s".formatted(where, subject.history())));
    }

    private void left() {
        if (where.known() != null || where.places() > 0 || where.assumption() != null) {
            found(LEFT, "is over or gone, and the scheduler has it");
        }
    }

    /** Whether it is in one place, whichever. */
    private boolean placed() {
        Waiting queued = where.queued();
        if (where.places() == 0) {
            found(FORGOTTEN, "is in no queue, holds no quota and is not aside");
        } else if (where.places() > 1) {
            found(TWICE, "is in more than one of queue, ledger and aside");
        } else if (queued != null && queued.popped()) {
            found(FORGOTTEN, "was popped for a cycle and not put back");
        } else {
            return true;
        }
        return false;
    }

    private void holds(Workload view) {
        if (!placed()) {
            return;
        }
        Workload own = where.holding();
        if (own == null) {
            found(QUOTA, "shows quota that is not in the ledger");
        } else if (assumed(Assumption.OfAdmission.class)) {
            found(WRITE, "shows the quota that is still assumed");
        } else if (!Objects.equals(own.admission(), view.admission())) {
            found(QUOTA, "shows %s, and the ledger has %s".formatted(view.admission(), own.admission()));
        } else if (!own.uid().equals(view.uid())
                || own.priority() != view.priority()
                || !own.localQueue().equals(view.localQueue())
                || (own.evicting() != view.evicting() && !assumed(Assumption.OfEviction.class))) {
            found(OUTDATED, "has another uid, priority, LocalQueue or eviction than in the ledger");
        }
    }

    private void candidate(Workload view) {
        String clusterQueue = subject.clusterQueue();
        if (clusterQueue == null || !view.active() || !subject.sound()) {
            SetAside.Cause cause = view.active() && !subject.sound() ? SetAside.Cause.INVALID : SetAside.Cause.INACTIVE;
            waits(view, cause::equals, null);
        } else {
            waits(view, _ -> false, clusterQueue);
        }
    }

    /**
     * It holds no quota by its object.
     *
     * @param aside for which cause it may be aside
     * @param clusterQueue where it may wait, or null for nowhere
     */
    private void waits(Workload view, Predicate<SetAside.Cause> aside, @Nullable String clusterQueue) {
        if (!placed()) {
            return;
        }
        Waiting queued = where.queued();
        SetAside why = where.aside();
        if (where.holding() != null) {
            if (!assumed(Assumption.OfAdmission.class)) {
                found(QUOTA, "holds quota in the ledger that it does not show, and nobody assumes so");
            }
        } else if (queued != null && !queued.clusterQueue().equals(clusterQueue)) {
            found(
                    MISPLACED,
                    "waits for ClusterQueue %s, and should %s"
                            .formatted(
                                    queued.clusterQueue(),
                                    clusterQueue == null ? "be aside" : "wait for " + clusterQueue));
        } else if (why != null && !aside.test(why.cause())) {
            found(MISPLACED, "is aside as %s, and is not".formatted(why.cause()));
        } else if (queued != null) {
            waits(view, queued);
        }
    }

    private void waits(Workload view, Waiting queued) {
        Instant until = queued.until();
        if (!queued.workload().equals(view)) {
            found(OUTDATED, "is another one than in its queue");
        } else if (until != null && until.equals(Instant.MAX) && !view.requeue().held()) {
            found(TIME, "waits for a time that never comes");
        } else if (until != null
                && !until.equals(Instant.MAX)
                && sighting.attention().missed(until)) {
            found(TIME, "was to compete again at " + until);
        }
    }

    private boolean assumed(Class<? extends Assumption> kind) {
        OpenAssumption open = where.assumption();
        return open != null
                && (kind.isInstance(open.assumption())
                        || (kind.equals(Assumption.OfEviction.class) && open.evictionFollows()));
    }

    private void assumption() {
        OpenAssumption open = where.assumption();
        if (open == null) {
            return;
        }
        Instant at = open.at();
        if (where.holding() == null) {
            found(QUOTA, "is assumed to hold quota, and the ledger has none");
        } else if (at != null && sighting.attention().missedTask(at)) {
            found(TIME, "was to be read or decided on again at " + at);
        } else if (at == null && !sighting.writerBusy() && !mayBeHandedOut()) {
            found(WRITE, "is assumed to be admitted or evicted, and nobody writes it");
        }
    }

    /** While nothing is decided no task is handed out. */
    private boolean mayBeHandedOut() {
        return where.awaitsWriter() && !sighting.attention().decides();
    }
}
