package dev.turnstile.core.cycle;

import dev.turnstile.core.assignment.Assignment;
import dev.turnstile.core.assignment.FlavorProgress;
import dev.turnstile.core.assignment.Mode;
import dev.turnstile.core.assignment.NominatedAssignment;
import dev.turnstile.core.assignment.Nominator;
import dev.turnstile.core.cycle.Entry.Lifted;
import dev.turnstile.core.cycle.Outcome.NotNominated;
import dev.turnstile.core.hierarchy.Availability;
import dev.turnstile.core.hierarchy.Availability.Held;
import dev.turnstile.core.hierarchy.ClusterQueue;
import dev.turnstile.core.preemption.ClassicVictimSearch;
import dev.turnstile.core.preemption.Demand;
import dev.turnstile.core.preemption.FairVictimSearch;
import dev.turnstile.core.preemption.Target;
import dev.turnstile.core.preemption.VictimSearch;
import dev.turnstile.core.queue.Head;
import dev.turnstile.core.snapshot.AdmittedWorkload;
import dev.turnstile.core.snapshot.Simulation;
import dev.turnstile.core.snapshot.Snapshot;
import dev.turnstile.core.waiting.Wait;
import dev.turnstile.core.workload.Admission;
import dev.turnstile.core.workload.AdmissionConstraints;
import dev.turnstile.core.workload.RuledOut;
import dev.turnstile.core.workload.Workload;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Decides one cycle.
 *
 * <p>Goal: admit as many heads as fit, in a fair order, and free quota for those who may preempt. Steps: (1) nominate
 * every head against the snapshot alone; (2) order the entries; (3) process them one by one on a simulation that
 * remembers what was taken so far. A head that was nominated for something an earlier entry took is skipped and tried
 * again in the next cycle. Example: two heads of one cohort each fit the last 4 cpu; the first admits, the second "no
 * longer fits".
 */
public final class SchedulingCycle {
    private final SchedulingOptions options;
    private final Snapshot snapshot;
    private final Instant now;
    private final long cycle;
    private final Nominator nominator;
    private final Map<Integer, Simulation> simulations = new LinkedHashMap<>();
    private final Map<Integer, Set<AdmittedWorkload>> victims = new LinkedHashMap<>();

    private PodsReadiness readiness;
    private boolean blocked;

    private SchedulingCycle(
            SchedulingOptions options, Snapshot snapshot, PodsReadiness readiness, Instant now, long cycle) {
        this.options = options;
        this.readiness = readiness;
        this.snapshot = snapshot;
        this.now = now;
        this.cycle = cycle;
        VictimSearch search = options.fairSharing()
                ? new FairVictimSearch(options.preemptionStrategies())
                : new ClassicVictimSearch();
        nominator = new Nominator(snapshot::flavor, search, options.fairSharing(), options.queueOrder(), cycle);
    }

    public static CycleDecision decide(
            SchedulingOptions options, Snapshot snapshot, List<Head> heads, Instant now, long cycle) {
        return decide(options, snapshot, heads, PodsReadiness.NOT_ASKED, now, cycle);
    }

    public static CycleDecision decide(
            SchedulingOptions options,
            Snapshot snapshot,
            List<Head> heads,
            PodsReadiness readiness,
            Instant now,
            long cycle) {
        return new SchedulingCycle(options, snapshot, readiness, now, cycle).decide(heads);
    }

    private CycleDecision decide(List<Head> heads) {
        List<Entry> entries = new ArrayList<>();
        List<Outcome> refused = new ArrayList<>();
        for (Head head : heads) {
            Snapshot.Place place = snapshot.place(head.clusterQueue());
            NotNominated refusal = refusal(head, place);
            if (refusal != null || place == null) {
                refused.add(refusal == null ? unknownQueue(head) : refusal);
            } else {
                entries.add(nominate(head, place));
            }
        }
        List<Outcome> outcomes = new ArrayList<>(heads.size());
        EntryOrder order = options.fairSharing() ? new FairOrder(entries, options) : new ClassicOrder(entries, options);
        for (Entry entry = order.next(); entry != null; entry = order.next()) {
            outcomes.add(blocked ? new Outcome.Postponed(entry.workload(), entry.clusterQueue()) : process(entry));
        }
        outcomes.addAll(refused);
        return new CycleDecision(cycle, now, outcomes);
    }

    private static NotNominated unknownQueue(Head head) {
        return refused(head, new Wait.UnknownClusterQueue(head.clusterQueue()));
    }

    private static NotNominated refused(Head head, Wait why) {
        return new NotNominated(head.workload(), head.clusterQueue(), why);
    }

    private static @Nullable NotNominated refusal(Head head, Snapshot.@Nullable Place place) {
        if (head.workload().failedChecks()) {
            return refused(head, new Wait.FailedChecks());
        }
        if (place == null) {
            return unknownQueue(head);
        }
        Availability availability = place.availability();
        if (!availability.usable()) {
            String why = availability instanceof Held ? "" : availability.message();
            return refused(head, new Wait.InactiveClusterQueue(head.clusterQueue(), why));
        }
        if (!head.namespaceMatches()) {
            return refused(head, new Wait.NamespaceMismatch());
        }
        return null;
    }

    private Entry nominate(Head head, Snapshot.Place place) {
        Simulation simulation = simulations.computeIfAbsent(place.tree(), tree -> new Simulation(snapshot.tree(tree)));
        Workload workload = head.workload();
        FlavorProgress progress = current(head.progress(), simulation, place);
        AdmissionConstraints constraints =
                options.admissionConstraints() ? workload.constraints() : AdmissionConstraints.NONE;
        NominatedAssignment nomination = nominate(head, simulation, place, constraints, progress, !constraints.any());
        boolean heldBack = constraints.any() && !nomination.possible();
        Lifted lifted = heldBack ? lifted(workload, constraints, simulation, place, progress) : null;
        return new Entry(head, place, simulation, constraints, nomination, lifted);
    }

    /** What the head would get without its constraints; nothing where it would have to wait just the same. */
    private @Nullable Lifted lifted(
            Workload workload,
            AdmissionConstraints constraints,
            Simulation simulation,
            Snapshot.Place place,
            @Nullable FlavorProgress progress) {
        BiFunction<AdmissionConstraints, Boolean, NominatedAssignment> under =
                (some, mayShrink) -> nominator.nominate(simulation, place, workload, some, progress, null, mayShrink);
        NominatedAssignment whole = under.apply(AdmissionConstraints.NONE, false);
        if (whole.possible()) {
            RuledOut ruledOut =
                    RuledOut.of(constraints, some -> under.apply(some, false).possible());
            return new Lifted(whole.assignment(), ruledOut);
        }
        NominatedAssignment reduced =
                workload.mayBePartiallyAdmitted() ? under.apply(AdmissionConstraints.NONE, true) : whole;
        return reduced.possible() ? new Lifted(reduced.assignment(), RuledOut.FEWER_PODS) : null;
    }

    /**
     * Nominates a head whose search for flavors may go on where the last one stopped. Where that finds nothing, a head
     * that claims the room which it made goes on to the next flavors at once, since in the next cycle others may have
     * taken it; and no head is parked as hopeless while it fits one of the flavors before.
     */
    private NominatedAssignment nominate(
            Head head,
            Simulation simulation,
            Snapshot.Place place,
            AdmissionConstraints constraints,
            @Nullable FlavorProgress progress,
            boolean mayShrink) {
        Function<@Nullable FlavorProgress, NominatedAssignment> from =
                start -> nominator.nominate(simulation, place, head.workload(), constraints, start, null, mayShrink);
        NominatedAssignment first = from.apply(progress);
        if (options.preemptorPriority() && head.claims()) {
            NominatedAssignment next = first;
            for (int flavors = flavors(place.clusterQueue()); flavors > 0 && !next.possible(); flavors--) {
                next = from.apply(next.assignment().progress());
            }
            if (next.possible()) {
                return next;
            }
        }
        if (progress == null || first.possible()) {
            return first;
        }
        NominatedAssignment whole = from.apply(null);
        return whole.assignment().mode() == Mode.FIT ? whole : first;
    }

    private static int flavors(ClusterQueue queue) {
        return queue.resourceGroups().stream()
                .mapToInt(group -> group.flavors().size())
                .sum();
    }

    private @Nullable FlavorProgress current(
            @Nullable FlavorProgress progress, Simulation simulation, Snapshot.Place place) {
        if (progress == null) {
            return null;
        }
        boolean fresh = progress.cycle() + 1 == cycle
                || simulation.base().generation(place.node()) <= progress.quotaGeneration();
        return fresh ? progress : null;
    }

    private Outcome process(Entry nominated) {
        Lifted lifted = nominated.lifted();
        if (lifted != null) {
            return constrained(nominated, lifted);
        }
        Set<AdmittedWorkload> gone = victims.computeIfAbsent(nominated.place().tree(), tree -> new LinkedHashSet<>());
        boolean again = overlaps(nominated, gone);
        Entry entry = again ? nominated.with(again(nominated, gone)) : nominated;
        Assignment assignment = entry.assignment();
        if (!entry.nomination().possible()) {
            return again ? overlapping(entry) : hopeless(entry);
        }
        if (assignment.mode() == Mode.PREEMPT) {
            List<String> closed = options.preemptionGates() ? entry.workload().closedGates() : List.of();
            if (!closed.isEmpty()) {
                return new Outcome.Gated(entry.workload(), entry.clusterQueue(), closed, victims(entry), assignment);
            }
        }
        if (!fits(entry, gone)) {
            return new Outcome.Skip(
                    entry.workload(),
                    entry.clusterQueue(),
                    Outcome.Skip.Interference.NO_LONGER_FITS,
                    assignment,
                    assignment.progress());
        }
        boolean deferred = again && assignment.mode() == Mode.FIT;
        if (assignment.mode() == Mode.FIT && !deferred && readiness == PodsReadiness.SOME_NOT_READY) {
            blocked = true;
            return new Outcome.Blocked(entry.workload(), entry.clusterQueue(), assignment);
        }
        entry.nomination().victims().forEach(target -> gone.add(target.workload()));
        entry.simulation().add(entry.node(), assignment.usage());
        return deferred
                ? new Outcome.Deferred(entry.workload(), entry.clusterQueue(), assignment)
                : taken(entry, again);
    }

    private Outcome taken(Entry entry, boolean recomputed) {
        if (entry.assignment().mode() == Mode.PREEMPT) {
            return new Outcome.Preempt(
                    entry.workload(), entry.clusterQueue(), victims(entry), entry.assignment(), recomputed);
        }
        if (readiness == PodsReadiness.ALL_READY) {
            // The pods of this one are not there yet.
            readiness = PodsReadiness.SOME_NOT_READY;
        }
        Admission admission =
                new Admission(entry.clusterQueue(), entry.assignment().toAdmission(), now);
        return new Outcome.Admit(entry.workload(), entry.clusterQueue(), admission, entry.assignment());
    }

    /** The victims belong to an earlier entry, and without them there is nothing for this one. */
    private static Outcome overlapping(Entry entry) {
        if (entry.assignment().mode() == Mode.PREEMPT) {
            reserve(entry);
        }
        return new Outcome.Skip(
                entry.workload(),
                entry.clusterQueue(),
                Outcome.Skip.Interference.OVERLAPPING_VICTIMS,
                entry.assignment(),
                entry.assignment().progress());
    }

    private Outcome constrained(Entry entry, Lifted lifted) {
        if (!entry.place().clusterQueue().preemption().alwaysReclaims()) {
            Assignment wanted = entry.assignment().usage().isEmpty() ? lifted.assignment() : entry.assignment();
            Reservation.withinNominal(entry.simulation(), entry.node(), wanted.usage());
        }
        return new Outcome.Constrained(
                entry.workload(), entry.clusterQueue(), lifted.ruledOut(), entry.assignment(), lifted.assignment());
    }

    private static Outcome hopeless(Entry entry) {
        Assignment assignment = entry.assignment();
        if (assignment.mode() == Mode.NO_FIT) {
            return new Outcome.NoFit(entry.workload(), entry.clusterQueue(), assignment, assignment.progress());
        }
        reserve(entry);
        return new Outcome.NoCandidates(entry.workload(), entry.clusterQueue(), assignment, assignment.progress());
    }

    private static void reserve(Entry entry) {
        if (entry.place().clusterQueue().preemption().alwaysReclaims()) {
            return;
        }
        if (entry.assignment().borrowing() > 0 && !entry.constraints().any()) {
            Reservation.withinBorrowingLimit(
                    entry.simulation(), entry.node(), entry.assignment().usage());
        } else {
            Reservation.withinNominal(
                    entry.simulation(), entry.node(), entry.assignment().usage());
        }
    }

    private static boolean overlaps(Entry entry, Set<AdmittedWorkload> gone) {
        return !gone.isEmpty()
                && entry.nomination().victims().stream().anyMatch(target -> gone.contains(target.workload()));
    }

    private NominatedAssignment again(Entry entry, Set<AdmittedWorkload> gone) {
        try (Simulation.Without _ = entry.simulation().without(gone)) {
            return nominator.nominate(
                    entry.simulation(),
                    entry.place(),
                    entry.workload(),
                    entry.constraints(),
                    null,
                    entry.assignment(),
                    !entry.constraints().any());
        }
    }

    private static boolean fits(Entry entry, Set<AdmittedWorkload> gone) {
        List<AdmittedWorkload> all = new ArrayList<>(gone);
        entry.nomination().victims().forEach(target -> all.add(target.workload()));
        Demand demand = new Demand(entry.tree(), entry.assignment().usage());
        try (Simulation.Without _ = entry.simulation().without(all)) {
            return demand.fits(
                    entry.tree(),
                    entry.simulation(),
                    entry.node(),
                    !entry.constraints().cannotBorrow());
        }
    }

    private List<Victim> victims(Entry entry) {
        String preemptorPath = entry.tree().path(entry.node());
        List<Victim> found = new ArrayList<>();
        for (Target target : entry.nomination().victims()) {
            AdmittedWorkload workload = target.workload();
            found.add(new Victim(
                    workload.workload(),
                    entry.tree().name(workload.node()),
                    target.reason(),
                    workload.evicting(),
                    preemptorPath,
                    entry.tree().path(workload.node())));
        }
        return found;
    }
}
