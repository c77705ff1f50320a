package dev.turnstile.core.waiting;

import dev.turnstile.vocabulary.WaitingReason;

/** What would end a wait. */
public enum Until {
    WORKLOAD_CHANGES("the workload is changed"),
    WORKLOAD_IS_ACTIVATED("the workload is activated"),
    LOCAL_QUEUE_IS_CREATED("the LocalQueue is created"),
    LOCAL_QUEUE_RESTARTS("the LocalQueue is restarted"),
    CLUSTER_QUEUE_IS_CREATED("the ClusterQueue is created"),
    CLUSTER_QUEUE_IS_ACTIVE("the ClusterQueue is active"),
    NAMESPACE_MATCHES("the namespace's labels or the ClusterQueue's selector change"),
    CHECKS_ARE_RESET("the admission checks are reset"),
    GATEKEEPER_RELEASES("what keeps it out of its queue lets it in"),
    NEXT_CYCLE("the scheduler evaluates it"),
    HEAD_IS_ADMITTED("those before it in its queue are admitted"),
    QUOTA_IS_RELEASED("quota is released"),
    QUOTA_IS_RAISED("quota is raised"),
    FLAVOR_MATCHES("a flavor that suits its pods is added"),
    VICTIMS_ARE_GONE("the preempted workloads have released their quota"),
    GATE_IS_OPENED("its preemption gates are opened"),
    PODS_ARE_READY("the pods of the admitted workloads are ready");

    private final String words;

    Until(String words) {
        this.words = words;
    }

    /** What would end it as far as its reason says. */
    static Until of(WaitingReason reason) {
        return switch (reason) {
            case PENDING_EVALUATION -> NEXT_CYCLE;
            case WAITING_FOR_QUOTA, ADMISSION_CONSTRAINED -> QUOTA_IS_RELEASED;
            case EXCEEDS_MAX_QUOTA -> QUOTA_IS_RAISED;
            case NO_MATCHING_FLAVOR -> FLAVOR_MATCHES;
            case WAITING_FOR_PREEMPTED_WORKLOADS -> VICTIMS_ARE_GONE;
            case WAITING_FOR_PODS_READY -> PODS_ARE_READY;
            case MISCONFIGURED -> WORKLOAD_CHANGES;
            case SUSPENDED -> CLUSTER_QUEUE_IS_ACTIVE;
            case DEACTIVATED -> WORKLOAD_IS_ACTIVATED;
            case PREEMPTION_GATED -> GATE_IS_OPENED;
            case ON_HOLD -> GATEKEEPER_RELEASES;
        };
    }

    /** What has to happen, in words. */
    public String words() {
        return words;
    }
}
