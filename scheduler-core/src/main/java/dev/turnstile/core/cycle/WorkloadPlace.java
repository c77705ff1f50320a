package dev.turnstile.core.cycle;

import dev.turnstile.core.workload.Admission;

/** Where a workload is: in a queue, in the ledger, or aside. Counts shown to users are made of these. */
public sealed interface WorkloadPlace {
    /** The LocalQueue that it names. */
    String localQueue();

    /**
     * It waits in the queue of a ClusterQueue.
     *
     * @param backsOff whether its own time to queue again has not come yet
     */
    record Waiting(String localQueue, String clusterQueue, boolean backsOff) implements WorkloadPlace {}

    /** It holds quota, or is assumed to. */
    record Holding(String localQueue, Admission admission) implements WorkloadPlace {}

    /** It does neither, for that reason; an event brings it back. */
    record Aside(SetAside why) implements WorkloadPlace {
        @Override
        public String localQueue() {
            return why.localQueue();
        }
    }
}
