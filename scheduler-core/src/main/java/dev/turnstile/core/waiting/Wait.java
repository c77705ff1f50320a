package dev.turnstile.core.waiting;

import dev.turnstile.core.assignment.Assignment;
import dev.turnstile.core.message.Message;
import dev.turnstile.core.workload.RuledOut;
import dev.turnstile.vocabulary.WaitingReason;
import java.util.List;

/** Why a workload waits: one record for each cause. */
public sealed interface Wait {

    /** The reason of its condition and of its event. */
    WaitingReason reason();

    /** The message of its condition and of its event. */
    Message message();

    /** What would end it. */
    default Until until() {
        return Until.of(reason());
    }

    /** Whether nothing but another quota or another flavor ends it: this cluster cannot run the workload as it is. */
    default boolean hopeless() {
        return reason() == WaitingReason.EXCEEDS_MAX_QUOTA || reason() == WaitingReason.NO_MATCHING_FLAVOR;
    }

    /** The LocalQueue that it names does not exist. */
    record NoLocalQueue(String name) implements Wait {
        @Override
        public WaitingReason reason() {
            return WaitingReason.MISCONFIGURED;
        }

        @Override
        public Message message() {
            return Message.of("LocalQueue " + name + " doesn't exist");
        }

        @Override
        public Until until() {
            return Until.LOCAL_QUEUE_IS_CREATED;
        }
    }

    /** The ClusterQueue behind its LocalQueue does not exist. */
    record NoClusterQueue(String name) implements Wait {
        @Override
        public WaitingReason reason() {
            return WaitingReason.MISCONFIGURED;
        }

        @Override
        public Message message() {
            return Message.of("ClusterQueue " + name + " doesn't exist");
        }

        @Override
        public Until until() {
            return Until.CLUSTER_QUEUE_IS_CREATED;
        }
    }

    /** The same, found by a cycle that had it as a head; upstream's scheduler has other words for it. */
    record UnknownClusterQueue(String name) implements Wait {
        @Override
        public WaitingReason reason() {
            return WaitingReason.MISCONFIGURED;
        }

        @Override
        public Message message() {
            return Message.of("ClusterQueue " + name + " not found");
        }

        @Override
        public Until until() {
            return Until.CLUSTER_QUEUE_IS_CREATED;
        }
    }

    /** Its LocalQueue has a {@code stopPolicy}. */
    record StoppedLocalQueue(String name) implements Wait {
        @Override
        public WaitingReason reason() {
            return WaitingReason.SUSPENDED;
        }

        @Override
        public Message message() {
            return Message.of("LocalQueue " + name + " is inactive");
        }

        @Override
        public Until until() {
            return Until.LOCAL_QUEUE_RESTARTS;
        }
    }

    /**
     * Its ClusterQueue is stopped, or admits nothing for another reason.
     *
     * @param why what the core knows of that reason; empty where it is not the core's to know
     */
    record InactiveClusterQueue(String name, String why) implements Wait {
        @Override
        public WaitingReason reason() {
            return WaitingReason.SUSPENDED;
        }

        @Override
        public Message message() {
            return Message.of("ClusterQueue " + name + " is inactive" + (why.isEmpty() ? "" : ": " + why));
        }
    }

    /** Its ClusterQueue does not take workloads of its namespace. */
    record NamespaceMismatch() implements Wait {
        @Override
        public WaitingReason reason() {
            return WaitingReason.MISCONFIGURED;
        }

        @Override
        public Message message() {
            return Message.of("workload namespace doesn't match ClusterQueue selector");
        }

        @Override
        public Until until() {
            return Until.NAMESPACE_MATCHES;
        }
    }

    /** A check has refused it, and its life has not followed that yet. */
    record FailedChecks() implements Wait {
        @Override
        public WaitingReason reason() {
            return WaitingReason.PENDING_EVALUATION;
        }

        @Override
        public Message message() {
            return Message.of("The workload has failed admission checks");
        }

        @Override
        public Until until() {
            return Until.CHECKS_ARE_RESET;
        }
    }

    /** {@code spec.active} is false. */
    record Deactivated() implements Wait {
        @Override
        public WaitingReason reason() {
            return WaitingReason.DEACTIVATED;
        }

        @Override
        public Message message() {
            return Message.of("The workload is deactivated");
        }
    }

    /** Something is wrong with the workload itself. */
    record Misconfigured(Message message) implements Wait {
        @Override
        public WaitingReason reason() {
            return WaitingReason.MISCONFIGURED;
        }
    }

    /** A pre-enqueue gate keeps it out of its queue. */
    record OnHold(Message message) implements Wait {
        @Override
        public WaitingReason reason() {
            return WaitingReason.ON_HOLD;
        }
    }

    /** It queues, and was not evaluated since. */
    record Evaluating() implements Wait {
        @Override
        public WaitingReason reason() {
            return WaitingReason.PENDING_EVALUATION;
        }

        @Override
        public Message message() {
            return Message.of("Workload is pending evaluation in the scheduling queue");
        }
    }

    /** An equivalent workload was just evaluated, and was inadmissible as this one is. */
    record SkippedAsEquivalent() implements Wait {
        @Override
        public WaitingReason reason() {
            return WaitingReason.WAITING_FOR_QUOTA;
        }

        @Override
        public Message message() {
            return Message.of("Bypassed scheduling evaluation because an equivalent workload recently failed");
        }
    }

    /** Its queue is strict, and another one is its head. */
    record BehindHead() implements Wait {
        @Override
        public WaitingReason reason() {
            return WaitingReason.WAITING_FOR_QUOTA;
        }

        @Override
        public Message message() {
            return Message.of("Workload waits behind the head of its ClusterQueue, which is StrictFIFO");
        }

        @Override
        public Until until() {
            return Until.HEAD_IS_ADMITTED;
        }
    }

    /**
     * No flavor can be had, or none without preempting somebody who may not be preempted now.
     *
     * @param reason whether that may change when quota is released, or never as things are
     * @param assignment the flavors that were tried, each with its obstacles
     */
    record NoFlavor(WaitingReason reason, Assignment assignment) implements Wait {
        @Override
        public Message message() {
            return Message.of(assignment.message());
        }
    }

    /** Its victims are being evicted. */
    record Preempting(Assignment assignment, int victims) implements Wait {
        @Override
        public WaitingReason reason() {
            return WaitingReason.WAITING_FOR_PREEMPTED_WORKLOADS;
        }

        @Override
        public Message message() {
            return Message.of(assignment.message() + ". Pending the preemption of " + victims + " workload(s)");
        }
    }

    /** It fits once the victims of another workload are gone. */
    record AfterVictimsOfAnother() implements Wait {
        @Override
        public WaitingReason reason() {
            return WaitingReason.WAITING_FOR_PREEMPTED_WORKLOADS;
        }

        @Override
        public Message message() {
            return Message.of(
                    "Workload has overlapping preemption targets with another workload, but will fit after these"
                            + " preemptions complete");
        }
    }

    /** It could preempt, but these gates are closed. */
    record Gated(List<String> closedGates) implements Wait {
        public Gated {
            closedGates = List.copyOf(closedGates);
        }

        @Override
        public WaitingReason reason() {
            return WaitingReason.PREEMPTION_GATED;
        }

        @Override
        public Message message() {
            return Message.of(
                    "Workload requires preemption, but it's gated (closed: " + String.join(", ", closedGates) + ")");
        }
    }

    /** Only its own constraints keep it from fitting, or from finding victims. */
    record Constrained(RuledOut ruledOut, String obstacles) implements Wait {
        @Override
        public WaitingReason reason() {
            return WaitingReason.ADMISSION_CONSTRAINED;
        }

        @Override
        public Message message() {
            return Message.of(begin(ruledOut) + obstacles);
        }

        /** How its message begins, from which a condition is read. */
        static String begin(RuledOut ruledOut) {
            return "Workload could be admitted " + ruledOut.condition() + ": ";
        }
    }

    /** Its victims are those of another workload of the same cycle. */
    record OverlappingVictims() implements Wait {
        @Override
        public WaitingReason reason() {
            return WaitingReason.WAITING_FOR_QUOTA;
        }

        @Override
        public Message message() {
            return Message.of("Workload has overlapping preemption targets with another workload");
        }

        @Override
        public Until until() {
            return Until.VICTIMS_ARE_GONE;
        }
    }

    /** Another workload of the same cycle took the quota. */
    record Overtaken() implements Wait {
        @Override
        public WaitingReason reason() {
            return WaitingReason.WAITING_FOR_QUOTA;
        }

        @Override
        public Message message() {
            return Message.of("Workload no longer fits after processing another workload");
        }

        @Override
        public Until until() {
            return Until.NEXT_CYCLE;
        }
    }

    /** It fits, but nothing is admitted before the pods of what was admitted are ready. */
    record PodsNotReady() implements Wait {
        @Override
        public WaitingReason reason() {
            return WaitingReason.WAITING_FOR_PODS_READY;
        }

        @Override
        public Message message() {
            return Message.of("waiting for all admitted workloads to be in PodsReady condition");
        }
    }

    /** As a condition has it, whose text names no cause that decides anything. */
    record Stored(WaitingReason reason, Message message) implements Wait {}

    /** As a condition of somebody else has it. It counts as a wait for quota, which the next evaluation corrects. */
    record Unknown(Message message) implements Wait {
        @Override
        public WaitingReason reason() {
            return WaitingReason.WAITING_FOR_QUOTA;
        }
    }
}
