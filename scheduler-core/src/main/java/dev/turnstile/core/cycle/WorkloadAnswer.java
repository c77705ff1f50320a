package dev.turnstile.core.cycle;

import dev.turnstile.core.workload.WorkloadProblem;
import dev.turnstile.vocabulary.WaitingReason;
import java.util.List;

/** What the scheduler made of a workload that it was shown. */
public sealed interface WorkloadAnswer {

    /** It holds quota, and is counted. */
    record Counted(String clusterQueue) implements WorkloadAnswer {}

    /** It waits in the queue of that ClusterQueue. */
    record Queued(String clusterQueue) implements WorkloadAnswer {}

    /** It waits, but not in a queue; the condition would say this. */
    record Aside(WaitingReason reason, String message) implements WorkloadAnswer {}

    /** Something is wrong with it. */
    record Refused(List<WorkloadProblem> problems) implements WorkloadAnswer {
        public String message() {
            return String.join(
                    "; ", problems.stream().map(WorkloadProblem::message).toList());
        }
    }
}
