package dev.turnstile.worker.outbound;

import dev.turnstile.core.lifecycle.Effect;
import dev.turnstile.core.lifecycle.Lifecycle;
import dev.turnstile.core.lifecycle.StoppedQueue;
import dev.turnstile.core.lifecycle.Transition;
import dev.turnstile.core.lifecycle.WorkloadEvent;
import dev.turnstile.core.message.Message;
import dev.turnstile.model.condition.ConditionStatus;
import dev.turnstile.model.condition.Conditions;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.model.kueue.WorkloadStatus;
import dev.turnstile.vocabulary.ConditionType;
import dev.turnstile.worker.inbound.Lifecycles;
import dev.turnstile.worker.inbound.WorkloadFacts;
import java.time.Instant;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the status of a Workload is after something happened to it. The core decides ({@link Lifecycle}); an event that
 * does not fit the Workload as it is changes nothing.
 */
public final class Transitions {
    private static final Logger LOG = LoggerFactory.getLogger(Transitions.class);

    /**
     * What follows from an event.
     *
     * @param fits whether the event could happen to the Workload as it is; nothing follows where it could not
     */
    public record After(boolean fits, WorkloadStatus status, List<Effect> effects) {}

    private Transitions() {}

    /** What follows from an event. */
    public static After after(Workload workload, WorkloadEvent event, Instant now) {
        return switch (Lifecycle.on(Lifecycles.state(workload), event, now)) {
            case Transition.Legal legal -> new After(true, LifecycleStatus.of(workload, legal, now), legal.effects());
            case Transition.Illegal illegal -> {
                LOG.debug("{}: {}", WorkloadFacts.key(workload), illegal.why());
                yield new After(false, workload.status(), List.of());
            }
        };
    }

    /** The status that follows from an event. */
    public static WorkloadStatus status(Workload workload, WorkloadEvent event, Instant now) {
        return after(workload, event, now).status();
    }

    /** As its LocalQueue has taken it back, if it was drained from it: the next decision knows that it queues. */
    public static Workload takenBack(Workload workload, Instant now) {
        return Conditions.find(workload.status().conditions(), ConditionType.REQUEUED)
                .filter(requeued -> requeued.status() == ConditionStatus.FALSE)
                .flatMap(requeued -> StoppedQueue.named(requeued.reason()))
                .filter(StoppedQueue::takesBackAtOnce)
                .map(queue -> workload.withStatus(status(workload, new WorkloadEvent.QueueRestarted(queue), now)))
                .orElse(workload);
    }

    /** The job of an evicted Workload does not run any more, and could run again: quota is given back. */
    public static WorkloadStatus released(Workload workload, Instant now) {
        return status(workload, new WorkloadEvent.JobStopped(true), now);
    }

    /** It is over. */
    public static WorkloadStatus finished(Workload workload, String reason, String message, Instant now) {
        return status(workload, new WorkloadEvent.JobFinished(reason, Message.of(message)), now);
    }

    /** All its pods are ready or done, or not, and then perhaps because one failed. */
    public static WorkloadStatus podsReady(Workload workload, boolean ready, boolean podFailed, Instant now) {
        return status(workload, ready ? new WorkloadEvent.PodsReady() : new WorkloadEvent.PodsNotReady(podFailed), now);
    }
}
