package dev.turnstile.core.cycle;

import dev.turnstile.core.assignment.Assignment;
import dev.turnstile.core.assignment.FlavorProgress;
import dev.turnstile.core.workload.Admission;
import dev.turnstile.core.workload.AdmissionConstraints;
import dev.turnstile.core.workload.Workload;
import dev.turnstile.vocabulary.WaitingReason;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a cycle decided about one head. Every outcome but {@link Admit} leaves the workload waiting, and says why. */
public sealed interface Outcome {

    Workload workload();

    String clusterQueue();

    /** The message for the workload's condition or event. */
    String message();

    /** The outcome of a head that goes on waiting. */
    sealed interface Waiting extends Outcome {

        WaitingReason reason();

        /** Where the search for flavors stopped, if it may go on from there. */
        default @Nullable FlavorProgress progress() {
            return null;
        }
    }

    /** Quota is reserved. */
    record Admit(Workload workload, String clusterQueue, Admission admission, Assignment assignment)
            implements Outcome {
        @Override
        public String message() {
            return "Quota reserved in ClusterQueue " + clusterQueue;
        }
    }

    /**
     * Victims are evicted; the workload waits for them, first in its queue.
     *
     * @param recomputed whether its first victims were those of an earlier entry, so that others had to be found
     */
    record Preempt(
            Workload workload, String clusterQueue, List<Victim> victims, Assignment assignment, boolean recomputed)
            implements Waiting {
        public Preempt {
            victims = List.copyOf(victims);
        }

        @Override
        public WaitingReason reason() {
            return WaitingReason.WAITING_FOR_PREEMPTED_WORKLOADS;
        }

        @Override
        public String message() {
            return assignment.message() + ". Pending the preemption of " + victims.size() + " workload(s)";
        }
    }

    /** It fits as soon as victims of an earlier entry are gone. Its usage was kept free in this cycle. */
    record Deferred(Workload workload, String clusterQueue, Assignment assignment) implements Waiting {
        @Override
        public WaitingReason reason() {
            return WaitingReason.WAITING_FOR_PREEMPTED_WORKLOADS;
        }

        @Override
        public String message() {
            return "Workload fits once workloads that are being preempted for another one are gone";
        }
    }

    /** It could preempt, but a gate is closed. Nobody was touched and nothing kept free. */
    record Gated(
            Workload workload,
            String clusterQueue,
            List<String> closedGates,
            List<Victim> victims,
            Assignment assignment)
            implements Waiting {
        public Gated {
            closedGates = List.copyOf(closedGates);
            victims = List.copyOf(victims);
        }

        @Override
        public WaitingReason reason() {
            return WaitingReason.PREEMPTION_GATED;
        }

        @Override
        public String message() {
            return "Workload requires preemption, but it's gated";
        }
    }

    /** Only its own constraints hold it back: without them it would fit, or find victims. */
    record Constrained(
            Workload workload,
            String clusterQueue,
            AdmissionConstraints constraints,
            Assignment assignment,
            Assignment unconstrained)
            implements Waiting {
        @Override
        public WaitingReason reason() {
            return WaitingReason.ADMISSION_CONSTRAINED;
        }

        @Override
        public String message() {
            return "Workload could be admitted if it were allowed to "
                    + (constraints.cannotPreempt() && constraints.cannotBorrow()
                            ? "preempt or borrow"
                            : constraints.cannotPreempt() ? "preempt" : "borrow")
                    + ": " + assignment.message();
        }
    }

    /** Preemption would help, but nobody may be preempted now. */
    record NoCandidates(
            Workload workload,
            String clusterQueue,
            Assignment assignment,
            @Nullable FlavorProgress progress) implements Waiting {
        @Override
        public WaitingReason reason() {
            return WaitingReason.WAITING_FOR_QUOTA;
        }

        @Override
        public String message() {
            return assignment.message();
        }
    }

    /** No flavor can be had. */
    record NoFit(
            Workload workload,
            String clusterQueue,
            Assignment assignment,
            @Nullable FlavorProgress progress) implements Waiting {
        @Override
        public WaitingReason reason() {
            return switch (assignment.severity()) {
                case NONE, WAITING_FOR_QUOTA -> WaitingReason.WAITING_FOR_QUOTA;
                case EXCEEDS_MAX_QUOTA -> WaitingReason.EXCEEDS_MAX_QUOTA;
                case NO_MATCHING_FLAVOR -> WaitingReason.NO_MATCHING_FLAVOR;
            };
        }

        @Override
        public String message() {
            return assignment.message();
        }
    }

    /** An earlier entry of the same cycle took what it needed. */
    record Skip(
            Workload workload,
            String clusterQueue,
            Interference cause,
            Assignment assignment,
            @Nullable FlavorProgress progress)
            implements Waiting {

        /** What came in between. */
        public enum Interference {
            /** Its victims are those of another, and without them there is nothing for it until they are gone. */
            OVERLAPPING_VICTIMS("Workload has overlapping preemption targets with another workload"),
            /** The quota is taken; another flavor may do, so it is tried again at once. */
            NO_LONGER_FITS("Workload no longer fits after processing another workload");

            private final String words;

            Interference(String words) {
                this.words = words;
            }
        }

        @Override
        public WaitingReason reason() {
            return WaitingReason.WAITING_FOR_QUOTA;
        }

        @Override
        public String message() {
            return cause.words;
        }
    }

    /** It fits, but nobody is admitted before the pods of those who were are ready. */
    record Blocked(Workload workload, String clusterQueue, Assignment assignment) implements Waiting {
        @Override
        public WaitingReason reason() {
            return WaitingReason.WAITING_FOR_PODS_READY;
        }

        @Override
        public String message() {
            return "waiting for all admitted workloads to be in PodsReady condition";
        }
    }

    /** The cycle ended at a blocked entry before its turn came: nothing is known, so nothing is to be told. */
    record Postponed(Workload workload, String clusterQueue) implements Waiting {
        @Override
        public WaitingReason reason() {
            return WaitingReason.PENDING_EVALUATION;
        }

        @Override
        public String message() {
            return "Workload is pending evaluation in the scheduling queue";
        }
    }

    /** It was not looked at: something about it, its queue or its namespace forbids that. */
    record NotNominated(Workload workload, String clusterQueue, WaitingReason reason, Cause cause, String message)
            implements Waiting {

        /** What forbids it. */
        public enum Cause {
            FAILED_CHECKS,
            INACTIVE_CLUSTER_QUEUE,
            UNKNOWN_CLUSTER_QUEUE,
            NAMESPACE_MISMATCH,
            INVALID
        }
    }
}
