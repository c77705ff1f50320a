package dev.turnstile.embedded.control.scheduler;

import java.util.Optional;
import java.util.Set;

/** Something that has a say in scheduling. It is called on the scheduler's thread and so must not block. */
public interface SchedulerPlugin {

    /** The name by which a configuration switches it and metrics show it. */
    String name();

    /**
     * The events that can change its answer about a pod that it held back. It is asked again only on those, or when
     * {@link PodScheduler#reconsider} names the pod.
     */
    Set<ClusterEvent> wakingEvents();

    /** Decides whether a pod may enter the active queue at all. */
    interface PreEnqueue extends SchedulerPlugin {

        /** Why the pod has to wait; empty lets it pass. An exception makes it wait too, and is told as an Event. */
        Optional<String> gate(PodView pod);
    }

    /** Decides whether a pod can run on a node. */
    interface Filter extends SchedulerPlugin {

        /** Why the pod can not run on the node; empty if it can. */
        Optional<String> reject(PodView pod, NodeView node);

        /** Whether the pod might fit there if others left. */
        default boolean isHelpedByPreemption() {
            return false;
        }
    }
}
