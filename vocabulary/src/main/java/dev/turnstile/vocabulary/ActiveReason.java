package dev.turnstile.vocabulary;

/** Reasons of {@code Active}: of queues, set by worker-service, and of checks and clusters, set by manager-service. */
public enum ActiveReason implements Word {
    /** Queue, true: it admits. */
    READY("Ready"),

    /** Queue, false: its {@code stopPolicy} stops it. */
    STOPPED("Stopped"),

    /** ClusterQueue, false: it is being deleted. */
    TERMINATING("Terminating"),

    /** ClusterQueue, false: it names a ResourceFlavor that does not exist. */
    FLAVOR_NOT_FOUND("FlavorNotFound"),

    /** ClusterQueue, false: it names an AdmissionCheck that does not exist. */
    ADMISSION_CHECK_NOT_FOUND("AdmissionCheckNotFound"),

    /** ClusterQueue, false: one of its checks is not active. */
    ADMISSION_CHECK_INACTIVE("AdmissionCheckInactive"),

    /** ClusterQueue, false: only one of its checks may dispatch to other clusters. */
    MULTIPLE_MULTIKUEUE_ADMISSION_CHECKS("MultipleMultiKueueAdmissionChecks"),

    /** ClusterQueue, false: a Cohort above it is its own ancestor. */
    COHORT_CYCLE("CohortCycle"),

    /** LocalQueue, false: the ClusterQueue that it names does not exist. */
    CLUSTER_QUEUE_DOES_NOT_EXIST("ClusterQueueDoesNotExist"),

    /** LocalQueue, false: the ClusterQueue that it names admits nothing. */
    CLUSTER_QUEUE_IS_INACTIVE("ClusterQueueIsInactive"),

    /** Check, true: all its clusters are connected. Cluster, true: connected. */
    ACTIVE("Active"),

    /** Check, true: some of its clusters are connected. */
    SOME_ACTIVE_CLUSTERS("SomeActiveClusters"),

    /** Check, false: its MultiKueueConfig is missing or wrong. */
    BAD_CONFIG("BadConfig"),

    /** Check, false: none of its clusters is connected. */
    NO_USABLE_CLUSTERS("NoUsableClusters"),

    /** Cluster, false: there is no kubeconfig, or it names no cluster. */
    BAD_KUBE_CONFIG("BadKubeConfig"),

    /** Cluster, false: the kubeconfig cannot be read, or is not safe to use. */
    INSECURE_KUBE_CONFIG("InsecureKubeConfig"),

    /** Cluster, false: it does not respond, or refuses the connection. */
    CLIENT_CONNECTION_FAILED("ClientConnectionFailed");

    private final String text;

    ActiveReason(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }
}
