package dev.turnstile.embedded.control.scheduler;

import java.util.Optional;
import java.util.Set;

/** A plug-in of the pod scheduler. It is called on the scheduler's thread and must not block. */
public interface SchedulerPlugin {

    /** The name in configuration and metrics. */
    String name();

    /**
     * The events that can change what it decides about a pod that it gates or rejects. It runs again for that pod only
     * on those, or when {@link PodScheduler#reconsider} names the pod.
     */
    Set<ClusterEvent> wakingEvents();

    /** Decides whether a pod may enter the active queue at all. */
    interface PreEnqueue extends SchedulerPlugin {

        /**
         * Why the pod stays gated; empty lets it enter the queue. An exception gates it too, and is reported as an
         * Event.
         */
        Optional<String> gate(PodView pod);
    }

    /** Decides whether a pod can run on a node. */
    interface Filter extends SchedulerPlugin {

        /** Why the pod cannot run on the node; empty if it can. */
        Optional<String> reject(PodView pod, NodeView node);

        /** Whether the pod might fit if other pods were preempted. */
        default boolean isHelpedByPreemption() {
            return false;
        }
    }
}
