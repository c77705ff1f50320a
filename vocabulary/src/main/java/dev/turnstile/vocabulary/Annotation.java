package dev.turnstile.vocabulary;

/** The annotations that mean something to us, and what sets each. */
public enum Annotation implements Word {
    /** On a Job, pod or pod group, by its user at creation: no Workload until it is removed (KEP-6915). */
    SCHEDULING_GATED_BY("kueue.x-k8s.io/scheduling-gated-by"),

    /** The later name of {@link #SCHEDULING_GATED_BY}; read as the same. */
    ADMISSION_GATED_BY("kueue.x-k8s.io/admission-gated-by"),

    /** On a Job or pod, by its user, copied to the Workload and its replicas: must not preempt (KEP-8729). */
    CANNOT_PREEMPT("kueue.x-k8s.io/cannot-preempt"),

    /** On a Job or pod, by its user, copied to the Workload and its replicas: must not borrow (KEP-8729). */
    CANNOT_BORROW("kueue.x-k8s.io/cannot-borrow"),

    /** On a Job, by its user: the smallest parallelism that partial admission may give it. */
    JOB_MINIMUM_PARALLELISM("kueue.x-k8s.io/job-min-parallelism"),

    /** On a Job, by its user: completions follow parallelism when partial admission lowers it. */
    JOB_COMPLETIONS_EQUAL_PARALLELISM("kueue.x-k8s.io/job-completions-equal-parallelism"),

    /** On the pods of a group, by their user: how many pods the group has. */
    POD_GROUP_TOTAL_COUNT("kueue.x-k8s.io/pod-group-total-count"),

    /** On the pods of a group, by their user: admit before all of its pods exist. */
    POD_GROUP_FAST_ADMISSION("kueue.x-k8s.io/pod-group-fast-admission"),

    /** On a Workload, by worker-service at creation: it belongs to a pod group, not to a single object. */
    IS_GROUP_WORKLOAD("kueue.x-k8s.io/is-group-workload"),

    /**
     * On a pod of a group, by its user: {@code "false"} ends the group when this pod fails, instead of replacing it.
     */
    RETRIABLE_IN_GROUP("kueue.x-k8s.io/retriable-in-group"),

    /** On a pod of a group, by worker-service: hash of the parts of its spec that decide its pod set. */
    ROLE_HASH("kueue.x-k8s.io/role-hash"),

    /** On a remote Job, by manager-service at creation: the replica that it belongs to. */
    PREBUILT_WORKLOAD_NAME("kueue.x-k8s.io/prebuilt-workload-name"),

    /** On admitted pods and templates, by worker-service, removed on eviction: the Workload they run for. */
    WORKLOAD("kueue.x-k8s.io/workload"),

    /** On a dispatched Workload, by manager-service before it opens a gate: the cluster and the time. */
    MULTIKUEUE_LAST_UNGATED("kueue.x-k8s.io/multikueue-last-ungated"),

    /** On a replica, by manager-service at creation: the uid of the job in the manager's cluster. */
    MULTIKUEUE_JOB_UID("kueue.x-k8s.io/multikueue-job-uid");

    /** The only value that switches a constraint on. */
    public static final String CONSTRAINT_VALUE = "true";

    /** The value that says what holds without the annotation; any other is a mistake. */
    public static final String NO_CONSTRAINT_VALUE = "false";

    private final String text;

    Annotation(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }
}
