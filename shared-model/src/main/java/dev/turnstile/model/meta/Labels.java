package dev.turnstile.model.meta;

/** The labels that mean something to us, and who sets each. */
public final class Labels {
    /** On a Job or pod, by its user: the LocalQueue that it waits in. */
    public static final String QUEUE_NAME = "kueue.x-k8s.io/queue-name";

    /** On a Job or pod, by its user: the WorkloadPriorityClass that orders its Workload. */
    public static final String PRIORITY_CLASS = "kueue.x-k8s.io/priority-class";

    /** On a Job or pod, by its user: becomes the Workload's {@code maximumExecutionTimeSeconds}. */
    public static final String MAXIMUM_EXECUTION_TIME_SECONDS = "kueue.x-k8s.io/max-exec-time-seconds";

    /** On a Job or pod, by its user (a remote Job carries the annotation of this name): the Workload already exists. */
    public static final String PREBUILT_WORKLOAD_NAME = "kueue.x-k8s.io/prebuilt-workload-name";

    /** On a pod, by its user: the pods of this value wait and run together. */
    public static final String POD_GROUP_NAME = "kueue.x-k8s.io/pod-group-name";

    /** On a pod, by worker-service's webhook at creation: the pod is ours to gate, start and stop. */
    public static final String MANAGED = "kueue.x-k8s.io/managed";

    /** The value of {@link #MANAGED}. */
    public static final String MANAGED_VALUE = "true";

    /** On a Workload, by worker-service's integrations at creation: the uid of the Job that owns it. */
    public static final String JOB_UID = "kueue.x-k8s.io/job-uid";

    /**
     * On admitted pods and templates, by worker-service, taken back on eviction: the ClusterQueue that admitted them.
     */
    public static final String CLUSTER_QUEUE_NAME = "kueue.x-k8s.io/cluster-queue-name";

    /** On admitted pods and templates, by worker-service, taken back on eviction: the LocalQueue they came through. */
    public static final String LOCAL_QUEUE_NAME = "kueue.x-k8s.io/local-queue-name";

    /** On replicas and remote jobs, by manager-service at creation: which manager they belong to. */
    public static final String MULTIKUEUE_ORIGIN = "kueue.x-k8s.io/multikueue-origin";

    /**
     * On admitted pods and templates of a replica, by worker-service, taken back on eviction: a manager sent the job.
     */
    public static final String MULTIKUEUE_WORKER_WORKLOAD_POD = "kueue.x-k8s.io/multikueue-worker-workload-pod";

    private Labels() {}
}
