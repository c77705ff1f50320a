package dev.turnstile.vocabulary;

/** The labels that mean something to us, and what sets each. */
public enum Label implements Word {
    /** On a Job or pod, by its user: the LocalQueue that it waits in. */
    QUEUE_NAME("kueue.x-k8s.io/queue-name"),

    /** On a Job or pod, by its user: the WorkloadPriorityClass that orders its Workload. */
    PRIORITY_CLASS("kueue.x-k8s.io/priority-class"),

    /** On a Job or pod, by its user: becomes the Workload's {@code maximumExecutionTimeSeconds}. */
    MAXIMUM_EXECUTION_TIME_SECONDS("kueue.x-k8s.io/max-exec-time-seconds"),

    /** On a Job or pod, by its user (a remote Job has the annotation of this name): the Workload already exists. */
    PREBUILT_WORKLOAD_NAME("kueue.x-k8s.io/prebuilt-workload-name"),

    /** On a pod, by its user: the pods of this value wait and run together. */
    POD_GROUP_NAME("kueue.x-k8s.io/pod-group-name"),

    /** On a pod, by worker-service's webhook at creation: the pod is ours to gate, start and stop. */
    MANAGED("kueue.x-k8s.io/managed"),

    /** On a Workload, by worker-service's integrations at creation: the uid of the Job that owns it. */
    JOB_UID("kueue.x-k8s.io/job-uid"),

    /** On admitted pods and templates, by worker-service, removed on eviction: the ClusterQueue that admitted them. */
    CLUSTER_QUEUE_NAME("kueue.x-k8s.io/cluster-queue-name"),

    /** On admitted pods and templates, by worker-service, removed on eviction: the LocalQueue they came through. */
    LOCAL_QUEUE_NAME("kueue.x-k8s.io/local-queue-name"),

    /** On replicas and remote jobs, by manager-service at creation: which manager they belong to. */
    MULTIKUEUE_ORIGIN("kueue.x-k8s.io/multikueue-origin"),

    /** On admitted pods and templates of a replica, by worker-service, removed on eviction: a manager sent the job. */
    MULTIKUEUE_WORKER_WORKLOAD_POD("kueue.x-k8s.io/multikueue-worker-workload-pod");

    /** The value of {@link #MANAGED}. */
    public static final String MANAGED_VALUE = "true";

    private final String text;

    Label(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }
}
