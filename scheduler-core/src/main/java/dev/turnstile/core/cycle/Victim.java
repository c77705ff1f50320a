package dev.turnstile.core.cycle;

import dev.turnstile.core.message.Message;
import dev.turnstile.core.workload.Workload;
import dev.turnstile.vocabulary.PreemptionReason;

/**
 * A workload that has to give way.
 *
 * @param evicting whether its eviction was under way already, so that nothing has to be written
 * @param preemptorPath where the preemptor's ClusterQueue is, from the root of its cohorts
 * @param path where the victim's is
 */
public record Victim(
        Workload workload,
        String clusterQueue,
        PreemptionReason reason,
        boolean evicting,
        String preemptorPath,
        String path) {

    /** The same where its eviction needs no request: it is under way, or nothing of its admission was sent. */
    Victim withNothingToWrite() {
        return new Victim(workload, clusterQueue, reason, true, preemptorPath, path);
    }

    /** The message of the victim's conditions and event. */
    public Message message(Workload preemptor, String preemptorJobUid) {
        return Message.of(
                "Preempted to accommodate a workload (UID: %s, JobUID: %s) due to %s; preemptor path: %s; preemptee path: %s"
                        .formatted(
                                preemptor.uid(),
                                preemptorJobUid.isEmpty() ? "UNKNOWN" : preemptorJobUid,
                                reason.words(),
                                preemptorPath,
                                path));
    }
}
