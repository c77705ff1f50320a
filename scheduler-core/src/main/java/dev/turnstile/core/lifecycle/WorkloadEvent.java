package dev.turnstile.core.lifecycle;

import dev.turnstile.core.message.Message;
import dev.turnstile.core.waiting.Wait;
import dev.turnstile.vocabulary.CheckState;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What happens to a workload. */
public sealed interface WorkloadEvent {

    /** The scheduler reserves quota; these checks have to be ready before it may run. */
    record QuotaGranted(String clusterQueue, List<String> checks) implements WorkloadEvent {

        public QuotaGranted {
            checks = List.copyOf(checks);
        }
    }

    /** The scheduler would preempt for it, but these gates are closed. */
    record FoundGated(List<String> closedGates) implements WorkloadEvent {

        public FoundGated {
            closedGates = List.copyOf(closedGates);
        }
    }

    /** The scheduler, or the extension that keeps it out of its queue, says why it waits; no gate is in the way. */
    record FoundWaiting(Wait why) implements WorkloadEvent {}

    /** Somebody opened one of its gates. */
    record GateOpened(String gate) implements WorkloadEvent {}

    /** The feature is off in this cluster: gates hold nothing back, so there is nothing to signal. */
    record GatesIgnored() implements WorkloadEvent {}

    /** {@code spec.preemptionGates} is this list now. */
    record GatesDeclared(List<String> names) implements WorkloadEvent {

        public GatesDeclared {
            names = List.copyOf(names);
        }
    }

    /** These checks have to be ready before it may run: its ClusterQueue or its flavors say so. */
    record ChecksRequired(List<String> checks) implements WorkloadEvent {

        public ChecksRequired {
            checks = List.copyOf(checks);
        }
    }

    /** The controller of a check has set its state. */
    record CheckAnswered(String check, CheckState state, Message message, Optional<Duration> requeueAfter)
            implements WorkloadEvent {}

    /** The scheduler preempts it; reason as in {@code InClusterQueue}. */
    record Preempted(String reason, Message message) implements WorkloadEvent {}

    /** {@code stopPolicy: HoldAndDrain}. */
    record QueueDrained(StoppedQueue queue) implements WorkloadEvent {}

    /** {@code stopPolicy: None} again. */
    record QueueRestarted(StoppedQueue queue) implements WorkloadEvent {}

    /** All pods are ready or have succeeded. */
    record PodsReady() implements WorkloadEvent {}

    /**
     * Not all pods are ready.
     *
     * @param podFailed whether that is because a pod failed; a job that was stopped has no failed pods
     */
    record PodsNotReady(boolean podFailed) implements WorkloadEvent {}

    /** Its pods were not ready in time. */
    record PodsReadyTimedOut(RequeuingBackoff backoff) implements WorkloadEvent {}

    /** The controller deactivates it. */
    record DeactivationDemanded(DeactivationCause cause) implements WorkloadEvent {}

    /** {@code spec.active} is false now. */
    record ActiveCleared() implements WorkloadEvent {}

    /** {@code spec.active} is true again. */
    record ActiveSet() implements WorkloadEvent {}

    /**
     * The job is no longer active: its quota can be released.
     *
     * @param canRestart false for a single pod, which is gone
     */
    record JobStopped(boolean canRestart) implements WorkloadEvent {}

    /** The time of {@code requeueAt} has come. */
    record BackoffElapsed() implements WorkloadEvent {}

    /** The job is done; reason {@code Succeeded}, {@code Failed} or {@code FailedToStart}. */
    record JobFinished(String reason, Message message) implements WorkloadEvent {}

    /** The job was deleted. */
    record OwnerDeleted() implements WorkloadEvent {}
}
