package dev.turnstile.core.cycle;

import dev.turnstile.core.message.Message;
import dev.turnstile.core.waiting.Wait;
import dev.turnstile.core.workload.WorkloadProblem;
import java.util.List;

/** What the scheduler made of a workload that it was shown. */
public sealed interface WorkloadAnswer {

    /** It holds quota, and is counted. */
    record Counted(String clusterQueue) implements WorkloadAnswer {}

    /** It waits in the queue of that ClusterQueue. */
    record Queued(String clusterQueue) implements WorkloadAnswer {}

    /** It waits, but not in a queue; the condition would say this. */
    record Aside(Wait why) implements WorkloadAnswer {}

    /** Something is wrong with it. */
    record Refused(List<WorkloadProblem> problems) implements WorkloadAnswer {
        public Message message() {
            return Message.of(String.join(
                    "; ", problems.stream().map(WorkloadProblem::message).toList()));
        }
    }
}
