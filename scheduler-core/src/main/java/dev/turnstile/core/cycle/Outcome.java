package dev.turnstile.core.cycle;

import dev.turnstile.core.assignment.Assignment;
import dev.turnstile.core.assignment.FlavorProgress;
import dev.turnstile.core.message.Message;
import dev.turnstile.core.waiting.Wait;
import dev.turnstile.core.workload.Admission;
import dev.turnstile.core.workload.RuledOut;
import dev.turnstile.core.workload.Workload;
import dev.turnstile.vocabulary.WaitingReason;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a cycle decided about one head. Every outcome but {@link Admit} leaves the workload waiting, and says why. */
public sealed interface Outcome {

    Workload workload();

    String clusterQueue();

    /** The message for the workload's condition or event. */
    Message message();

    /** The outcome of a head that goes on waiting. */
    sealed interface Waiting extends Outcome {

        Wait why();

        /** The reason of the workload's condition and event. */
        default WaitingReason reason() {
            return why().reason();
        }

        @Override
        default Message message() {
            return why().message();
        }

        /** Where the search for flavors stopped, if it may go on from there. */
        default @Nullable FlavorProgress progress() {
            return null;
        }
    }

    /** Quota is reserved. */
    record Admit(Workload workload, String clusterQueue, Admission admission, Assignment assignment)
            implements Outcome {
        @Override
        public Message message() {
            return Message.of("Quota reserved in ClusterQueue " + clusterQueue);
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
        public Wait why() {
            return new Wait.Preempting(assignment, victims.size());
        }
    }

    /** It fits as soon as victims of an earlier entry are gone. Its usage was kept free in this cycle. */
    record Deferred(Workload workload, String clusterQueue, Assignment assignment) implements Waiting {
        @Override
        public Wait why() {
            return new Wait.AfterVictimsOfAnother();
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
        public Wait why() {
            return new Wait.Gated(closedGates);
        }
    }

    /** Only its own constraints hold it back: without them it would fit, or find victims. */
    record Constrained(
            Workload workload, String clusterQueue, RuledOut ruledOut, Assignment assignment, Assignment unconstrained)
            implements Waiting {
        @Override
        public Wait why() {
            return new Wait.Constrained(ruledOut, assignment.message());
        }
    }

    /** Preemption would help, but nobody may be preempted now. */
    record NoCandidates(
            Workload workload,
            String clusterQueue,
            Assignment assignment,
            @Nullable FlavorProgress progress) implements Waiting {
        @Override
        public Wait why() {
            return new Wait.NoFlavor(WaitingReason.WAITING_FOR_QUOTA, assignment);
        }
    }

    /** No flavor can be had. */
    record NoFit(
            Workload workload,
            String clusterQueue,
            Assignment assignment,
            @Nullable FlavorProgress progress) implements Waiting {
        @Override
        public Wait why() {
            WaitingReason reason = switch (assignment.severity()) {
                case NONE, WAITING_FOR_QUOTA -> WaitingReason.WAITING_FOR_QUOTA;
                case EXCEEDS_MAX_QUOTA -> WaitingReason.EXCEEDS_MAX_QUOTA;
                case NO_MATCHING_FLAVOR -> WaitingReason.NO_MATCHING_FLAVOR;
            };
            return new Wait.NoFlavor(reason, assignment);
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
            OVERLAPPING_VICTIMS,
            /** The quota is taken; another flavor may do, so it is tried again at once. */
            NO_LONGER_FITS
        }

        @Override
        public Wait why() {
            return switch (cause) {
                case OVERLAPPING_VICTIMS -> new Wait.OverlappingVictims();
                case NO_LONGER_FITS -> new Wait.Overtaken();
            };
        }
    }

    /** It fits, but no workload is admitted before the pods of admitted ones are ready. */
    record Blocked(Workload workload, String clusterQueue, Assignment assignment) implements Waiting {
        @Override
        public Wait why() {
            return new Wait.PodsNotReady();
        }
    }

    /** The cycle ended at a blocked entry before its turn came: nothing is known, so nothing is reported. */
    record Postponed(Workload workload, String clusterQueue) implements Waiting {
        @Override
        public Wait why() {
            return new Wait.Evaluating();
        }
    }

    /** It was not looked at: something about it, its queue or its namespace forbids that. */
    record NotNominated(Workload workload, String clusterQueue, Wait why) implements Waiting {}
}
