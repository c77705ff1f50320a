package dev.turnstile.core.lifecycle;

import dev.turnstile.core.waiting.Wait;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What the next step of a workload's life depends on besides the workload.
 *
 * @param ownerGone whether the job that it was made for does not exist any more
 * @param nothingToStop whether it has no owner, and so nothing that runs or could be started by anybody
 * @param queues the queues that it goes through
 * @param checks the checks that it has to pass, as far as that is known: those of single flavors once it has quota
 * @param answers what the controllers of its checks say
 * @param gates {@code spec.preemptionGates}; empty where the feature is off and gates mean nothing
 * @param held why something outside of the scheduler does not let it queue, if anything does
 * @param executionLimit {@code spec.maximumExecutionTimeSeconds}
 * @param podsReady how long it may be without its pods
 * @param retention how long it is kept when it is over
 */
public record Circumstances(
        boolean ownerGone,
        boolean nothingToStop,
        Queues queues,
        List<String> checks,
        List<WorkloadEvent.CheckAnswered> answers,
        Optional<List<String>> gates,
        Optional<Wait> held,
        Optional<Duration> executionLimit,
        Optional<PodsReadyLimit> podsReady,
        Optional<Duration> retention) {

    /** Nothing around it: no check, no gate, no limit, and queues that admit. */
    public static final Circumstances NONE = new Circumstances();

    public Circumstances {
        checks = List.copyOf(checks);
        answers = List.copyOf(answers);
        gates = gates.map(List::copyOf);
    }

    private Circumstances() {
        this(
                false,
                false,
                new Queues(),
                List.of(),
                List.of(),
                Optional.of(List.of()),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /**
     * The queues that a workload goes through.
     *
     * @param obstacle why it cannot wait in them: one does not exist, is stopped or inactive
     * @param clusterQueueStopped whether the ClusterQueue has a {@code stopPolicy}
     * @param clusterQueueDrained whether that is {@code HoldAndDrain}
     * @param localQueueStopped whether the LocalQueue has a {@code stopPolicy}
     * @param localQueueDrained whether that is {@code HoldAndDrain}
     */
    public record Queues(
            Optional<Wait> obstacle,
            boolean clusterQueueStopped,
            boolean clusterQueueDrained,
            boolean localQueueStopped,
            boolean localQueueDrained) {

        /** Queues that admit. */
        public Queues() {
            this(Optional.empty(), false, false, false, false);
        }
    }

    /**
     * {@code waitForPodsReady}.
     *
     * @param start from its admission until its pods are ready for the first time
     * @param recovery from the loss of a pod until they are again; empty: as long as it takes
     */
    public record PodsReadyLimit(Duration start, Optional<Duration> recovery, RequeuingBackoff backoff) {}
}
