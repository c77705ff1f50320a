package dev.turnstile.core.cycle;

import dev.turnstile.core.queue.Waiting;
import dev.turnstile.core.workload.Workload;
import org.jspecify.annotations.Nullable;

/**
 * All that the scheduler has on one workload, part by part, for the audit, which compares it with the API.
 * {@link WorkloadPlace} says where the workload is as long as the parts agree; this shows where they do not.
 *
 * @param known the workload with what was decided on it, or null where its name is not known
 * @param queued how it waits in a queue, or null
 * @param holding the workload as it holds quota, or null
 * @param aside why it does neither, or null
 * @param assumption what is assumed of it, or null
 * @param awaitsWriter whether the task for that was not handed out yet
 * @param pause what its writes failed of, or null
 */
public record Whereabouts(
        @Nullable Workload known,
        @Nullable Waiting queued,
        @Nullable Workload holding,
        @Nullable SetAside aside,
        @Nullable OpenAssumption assumption,
        boolean awaitsWriter,
        @Nullable WritePause pause) {

    /** In how many of queue, ledger and aside it is; exactly one is right. */
    public int places() {
        return (queued == null ? 0 : 1) + (holding == null ? 0 : 1) + (aside == null ? 0 : 1);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(places() == 0 ? "in no queue, no ledger and not aside" : "");
        if (queued != null) {
            text.append("waits for ClusterQueue ")
                    .append(queued.clusterQueue())
                    .append(queued.popped() ? ", popped" : "")
                    .append(queued.until() == null ? "" : ", until " + queued.until())
                    .append("; ");
        }
        if (holding != null) {
            text.append("holds ").append(holding.admission()).append("; ");
        }
        if (aside != null) {
            text.append("aside: ").append(aside).append("; ");
        }
        if (assumption != null) {
            text.append("assumed: ")
                    .append(assumption.assumption())
                    .append(assumption.evictionFollows() ? ", then evicted" : "")
                    .append(assumption.at() == null ? "" : ", due " + assumption.at())
                    .append("; ");
        }
        if (pause != null) {
            text.append(pause);
        }
        return text.toString();
    }
}
