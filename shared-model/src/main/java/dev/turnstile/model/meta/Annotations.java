package dev.turnstile.model.meta;

/** The annotations that mean something to us, and who sets each. */
public final class Annotations {
    /** On a Job, pod or pod group, by its user at creation: no Workload until it is removed (KEP-6915). */
    public static final String SCHEDULING_GATED_BY = "kueue.x-k8s.io/scheduling-gated-by";

    /** The later name of {@link #SCHEDULING_GATED_BY}; read as the same. */
    public static final String ADMISSION_GATED_BY = "kueue.x-k8s.io/admission-gated-by";

    /** On a Job or pod, by its user, copied to the Workload and its replicas: must not preempt (KEP-8729). */
    public static final String CANNOT_PREEMPT = "kueue.x-k8s.io/cannot-preempt";

    /** On a Job or pod, by its user, copied to the Workload and its replicas: must not borrow (KEP-8729). */
    public static final String CANNOT_BORROW = "kueue.x-k8s.io/cannot-borrow";

    /** The only value that switches a constraint on; any other is ignored. */
    public static final String CONSTRAINT_VALUE = "true";

    /** On a Job, by its user: the smallest parallelism that partial admission may give it. */
    public static final String JOB_MINIMUM_PARALLELISM = "kueue.x-k8s.io/job-min-parallelism";

    /** On a Job, by its user: completions follow parallelism when partial admission lowers it. */
    public static final String JOB_COMPLETIONS_EQUAL_PARALLELISM = "kueue.x-k8s.io/job-completions-equal-parallelism";

    /** On the pods of a group, by their user: how many pods the group has. */
    public static final String POD_GROUP_TOTAL_COUNT = "kueue.x-k8s.io/pod-group-total-count";

    /** On the pods of a group, by their user: admit before all of its pods exist. */
    public static final String POD_GROUP_FAST_ADMISSION = "kueue.x-k8s.io/pod-group-fast-admission";

    /** On a Workload, by worker-service at creation: it belongs to a pod group, not to a single object. */
    public static final String IS_GROUP_WORKLOAD = "kueue.x-k8s.io/is-group-workload";

    /**
     * On a pod of a group, by its user: {@code "false"} ends the group when this pod fails, instead of replacing it.
     */
    public static final String RETRIABLE_IN_GROUP = "kueue.x-k8s.io/retriable-in-group";

    /** On a pod of a group, by worker-service: hash of the parts of its spec that decide its pod set. */
    public static final String ROLE_HASH = "kueue.x-k8s.io/role-hash";

    /** On a remote Job, by manager-service at creation: the replica that it belongs to. */
    public static final String PREBUILT_WORKLOAD_NAME = "kueue.x-k8s.io/prebuilt-workload-name";

    /** On admitted pods and templates, by worker-service, taken back on eviction: the Workload they run for. */
    public static final String WORKLOAD = "kueue.x-k8s.io/workload";

    /** On a dispatched Workload, by manager-service before it opens a gate: the cluster and the time. */
    public static final String MULTIKUEUE_LAST_UNGATED = "kueue.x-k8s.io/multikueue-last-ungated";

    /**
     * On a replica, by manager-service at creation: the uid of the job in its cluster, for those who are told of it.
     */
    public static final String MULTIKUEUE_JOB_UID = "kueue.x-k8s.io/multikueue-job-uid";

    private Annotations() {}
}
