package dev.turnstile.model.condition;

/** Reasons of {@code Active}: of queues, set by worker-service, and of checks and clusters, set by manager-service. */
public final class ActiveReasons {
    /** Queue, true: it admits. */
    public static final String READY = "Ready";

    /** Queue, false: its {@code stopPolicy} says so. */
    public static final String STOPPED = "Stopped";

    /** ClusterQueue, false: it is being deleted. */
    public static final String TERMINATING = "Terminating";

    /** ClusterQueue, false: it names a ResourceFlavor that does not exist. */
    public static final String FLAVOR_NOT_FOUND = "FlavorNotFound";

    /** ClusterQueue, false: it names an AdmissionCheck that does not exist. */
    public static final String ADMISSION_CHECK_NOT_FOUND = "AdmissionCheckNotFound";

    /** ClusterQueue, false: one of its checks is not active. */
    public static final String ADMISSION_CHECK_INACTIVE = "AdmissionCheckInactive";

    /** ClusterQueue, false: only one of its checks may dispatch to other clusters. */
    public static final String MULTIPLE_MULTIKUEUE_ADMISSION_CHECKS = "MultipleMultiKueueAdmissionChecks";

    /** ClusterQueue, false: a Cohort above it is its own ancestor. */
    public static final String COHORT_CYCLE = "CohortCycle";

    /** LocalQueue, false: the ClusterQueue that it names does not exist. */
    public static final String CLUSTER_QUEUE_DOES_NOT_EXIST = "ClusterQueueDoesNotExist";

    /** LocalQueue, false: the ClusterQueue that it names admits nothing. */
    public static final String CLUSTER_QUEUE_IS_INACTIVE = "ClusterQueueIsInactive";

    /** Check, true: all its clusters are connected. Cluster, true: connected. */
    public static final String ACTIVE = "Active";

    /** Check, true: some of its clusters are connected. */
    public static final String SOME_ACTIVE_CLUSTERS = "SomeActiveClusters";

    /** Check, false: its MultiKueueConfig is missing or wrong. */
    public static final String BAD_CONFIG = "BadConfig";

    /** Check, false: none of its clusters is connected. */
    public static final String NO_USABLE_CLUSTERS = "NoUsableClusters";

    /** Cluster, false: there is no kubeconfig, or none that can be read. */
    public static final String BAD_KUBE_CONFIG = "BadKubeConfig";

    /** Cluster, false: its kubeconfig would run a program, read files or trust anybody. */
    public static final String INSECURE_KUBE_CONFIG = "InsecureKubeConfig";

    /** Cluster, false: it does not answer. */
    public static final String CLIENT_CONNECTION_FAILED = "ClientConnectionFailed";

    private ActiveReasons() {}
}
