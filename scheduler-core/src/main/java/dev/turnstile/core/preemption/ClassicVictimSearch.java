package dev.turnstile.core.preemption;

import dev.turnstile.core.hierarchy.BorrowWithinCohort;
import dev.turnstile.core.hierarchy.PreemptionPolicy.Candidates;
import dev.turnstile.core.preemption.CandidateStream.Candidate;
import dev.turnstile.core.preemption.CandidateStream.Source;
import dev.turnstile.core.quota.QuotaTree;
import dev.turnstile.core.snapshot.Simulation;
import dev.turnstile.vocabulary.PreemptionReason;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Victims by priority and by whose quota it is.
 *
 * <p>Goal: a minimal set of workloads without which the preemptor fits. Constraints: the queue's policies; nobody is
 * taken from a queue, or from below a cohort, that does not use more than its quota; who only may be preempted while
 * the preemptor does not borrow is left alone in an attempt that allows borrowing.
 *
 * <p>Steps: (1) collect the queues to take from ({@link CandidateSources}); (2) decide which attempts to make, with or
 * without borrowing; (3) in an attempt, remove candidates in order, evicted ones of all kinds first, until the
 * preemptor fits; (4) put back each victim that turns out not to be needed.
 *
 * <p>Example: queue a (nominal 4) uses 1, queue b (nominal 4) uses 7 in seven workloads of 1, and a head of a asks for
 * 3. Its own quota holds 3 more, so b's workloads are hierarchical candidates. One is removed at a time, the most
 * recent first, until 3 are free: three victims, all needed.
 */
public final class ClassicVictimSearch implements VictimSearch {

    /** A search has no state of its own. */
    public ClassicVictimSearch() {}

    @Override
    public List<Target> search(Simulation simulation, VictimRequest request) {
        CandidateSources sources = new CandidateSources(simulation, request);
        Attempt probe = new Attempt(simulation, request, sources, true);
        boolean foreign = !probe.hierarchical.isEmpty() || !probe.byPriority.isEmpty();
        if (!foreign && probe.own.isEmpty()) {
            return List.of();
        }
        for (boolean borrowing : attempts(simulation, request, foreign, !probe.hierarchical.isEmpty())) {
            List<Target> victims = new Attempt(simulation, request, sources, borrowing).run();
            if (!victims.isEmpty()) {
                return victims;
            }
        }
        return List.of();
    }

    private static List<Boolean> attempts(
            Simulation simulation, VictimRequest request, boolean foreign, boolean hierarchical) {
        if (!request.mayBorrow()) {
            return List.of(false);
        }
        boolean never = !request.queue().preemption().borrowWithinCohort().lowerPriority();
        if (!foreign || (never && !request.underNominal(simulation.quotas(), simulation))) {
            return List.of(true);
        }
        return never && !hierarchical ? List.of(false, true) : List.of(true, false);
    }

    private static final class Attempt {
        private final Simulation simulation;
        private final VictimRequest request;
        private final boolean borrowing;
        private final CandidateStream hierarchical;
        private final CandidateStream byPriority;
        private final CandidateStream own;

        Attempt(Simulation simulation, VictimRequest request, CandidateSources sources, boolean borrowing) {
            this.simulation = simulation;
            this.request = request;
            this.borrowing = borrowing;
            hierarchical = new CandidateStream(simulation, request, sources.hierarchical());
            byPriority = new CandidateStream(simulation, request, sources.byPriority());
            boolean never = request.queue().preemption().withinClusterQueue() == Candidates.NEVER;
            own = new CandidateStream(
                    simulation, request, never ? List.of() : List.of(new Source(request.node(), request.node())));
        }

        List<Target> run() {
            int mark = simulation.mark();
            List<Target> victims = new ArrayList<>();
            boolean fits = take(true, victims) || take(false, victims);
            List<Target> needed = fits ? PutBack.spare(simulation, request, victims, borrowing) : List.of();
            simulation.undoTo(mark);
            return needed;
        }

        private boolean take(boolean evictedOnly, List<Target> victims) {
            return take(hierarchical, evictedOnly, victims)
                    || take(byPriority, evictedOnly, victims)
                    || take(own, evictedOnly, victims);
        }

        private boolean take(CandidateStream stream, boolean evictedOnly, List<Target> victims) {
            boolean advantage = stream == hierarchical;
            for (Candidate candidate = stream.poll(evictedOnly);
                    candidate != null;
                    candidate = stream.poll(evictedOnly)) {
                PreemptionReason reason = reason(candidate, advantage);
                if (reason == null) {
                    continue;
                }
                simulation.remove(candidate.workload());
                victims.add(new Target(candidate.workload(), reason));
                if (request.demand().fits(simulation.quotas(), simulation, request.node(), borrowing)) {
                    return true;
                }
            }
            return false;
        }

        private @Nullable PreemptionReason reason(Candidate candidate, boolean advantage) {
            if (candidate.source().queue() == request.node()) {
                return PreemptionReason.IN_CLUSTER_QUEUE;
            }
            boolean whileBorrowing = !advantage && mayBorrowOver(candidate);
            if ((borrowing && !advantage && !whileBorrowing) || !stillExceeds(candidate.source())) {
                return null;
            }
            return whileBorrowing
                    ? PreemptionReason.IN_COHORT_RECLAIM_WHILE_BORROWING
                    : PreemptionReason.IN_COHORT_RECLAMATION;
        }

        private boolean mayBorrowOver(Candidate candidate) {
            BorrowWithinCohort policy = request.queue().preemption().borrowWithinCohort();
            Integer threshold = policy.maxPriorityThreshold();
            int priority = candidate.workload().priority();
            return policy.lowerPriority()
                    && priority < request.preemptor().priority()
                    && (threshold == null || priority <= threshold);
        }

        private boolean stillExceeds(Source source) {
            QuotaTree tree = simulation.quotas();
            for (int node = source.queue(); node != source.commonAncestor(); node = tree.parent(node)) {
                if (!request.exceeds(tree, simulation, node)) {
                    return false;
                }
            }
            return true;
        }
    }
}
