package dev.turnstile.core.preemption;

import dev.turnstile.core.snapshot.AdmittedWorkload;
import dev.turnstile.core.snapshot.Simulation;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * The candidates of several ClusterQueues merged into one order, found only as far as somebody asks.
 *
 * <p>Every queue keeps its workloads in victim order, so the first of all is the first of one of them.
 */
final class CandidateStream {

    /** A ClusterQueue to take from, and the smallest cohort that holds it and the preemptor (its own: itself). */
    record Source(int queue, int commonAncestor) {}

    /** A candidate and where it was found. */
    record Candidate(AdmittedWorkload workload, Source source) {}

    private static final class Lane {
        private final Source source;
        private final Iterator<AdmittedWorkload> rest;
        private AdmittedWorkload next;

        Lane(Source source, AdmittedWorkload first, Iterator<AdmittedWorkload> rest) {
            this.source = source;
            this.next = first;
            this.rest = rest;
        }
    }

    private final Simulation simulation;
    private final VictimRequest request;
    private final PriorityQueue<Lane> lanes =
            new PriorityQueue<>(Comparator.comparing((Lane lane) -> lane.next, AdmittedWorkload.VICTIM_ORDER));

    CandidateStream(Simulation simulation, VictimRequest request, List<Source> sources) {
        this.simulation = simulation;
        this.request = request;
        for (Source source : sources) {
            Iterator<AdmittedWorkload> workloads =
                    simulation.base().workloads(source.queue()).iterator();
            AdmittedWorkload first = nextOf(workloads);
            if (first != null) {
                lanes.add(new Lane(source, first, workloads));
            }
        }
    }

    private @Nullable AdmittedWorkload nextOf(Iterator<AdmittedWorkload> workloads) {
        while (workloads.hasNext()) {
            AdmittedWorkload workload = workloads.next();
            if (request.hopelessFrom(workload)) {
                return null;
            }
            if (!simulation.removed(workload) && request.isCandidate(workload)) {
                return workload;
            }
        }
        return null;
    }

    boolean isEmpty() {
        return lanes.isEmpty();
    }

    /** The next candidate, or null; where only evicted ones are wanted, null as soon as none of those is left. */
    @Nullable
    Candidate poll(boolean evictedOnly) {
        Lane lane = lanes.peek();
        if (lane == null || (evictedOnly && !lane.next.evicting())) {
            return null;
        }
        lanes.poll();
        Candidate candidate = new Candidate(lane.next, lane.source);
        AdmittedWorkload following = nextOf(lane.rest);
        if (following != null) {
            lane.next = following;
            lanes.add(lane);
        }
        return candidate;
    }
}
