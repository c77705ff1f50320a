package dev.turnstile.model.kueue;

import dev.turnstile.model.meta.ResourceKind;
import java.util.List;

/** All kinds of the API, in the order in which their definitions are installed. */
public final class KueueKinds {
    /** Kinds of nodes. */
    public static final ResourceKind<ResourceFlavor, ResourceFlavorList> RESOURCE_FLAVOR = new ResourceKind<>(
            ResourceFlavor.class, ResourceFlavorList.class, "ResourceFlavor", "resourceflavors", false);

    /** Groups of queues. */
    public static final ResourceKind<Cohort, CohortList> COHORT =
            new ResourceKind<>(Cohort.class, CohortList.class, "Cohort", "cohorts", false);

    /** Checks besides quota. */
    public static final ResourceKind<AdmissionCheck, AdmissionCheckList> ADMISSION_CHECK = new ResourceKind<>(
            AdmissionCheck.class, AdmissionCheckList.class, "AdmissionCheck", "admissionchecks", false);

    /** Quota. */
    public static final ResourceKind<ClusterQueue, ClusterQueueList> CLUSTER_QUEUE =
            new ResourceKind<>(ClusterQueue.class, ClusterQueueList.class, "ClusterQueue", "clusterqueues", false);

    /** Doors to quota. */
    public static final ResourceKind<LocalQueue, LocalQueueList> LOCAL_QUEUE =
            new ResourceKind<>(LocalQueue.class, LocalQueueList.class, "LocalQueue", "localqueues", true);

    /** Named priorities. */
    public static final ResourceKind<WorkloadPriorityClass, WorkloadPriorityClassList> WORKLOAD_PRIORITY_CLASS =
            new ResourceKind<>(
                    WorkloadPriorityClass.class,
                    WorkloadPriorityClassList.class,
                    "WorkloadPriorityClass",
                    "workloadpriorityclasses",
                    false);

    /** What waits and runs. */
    public static final ResourceKind<Workload, WorkloadList> WORKLOAD =
            new ResourceKind<>(Workload.class, WorkloadList.class, "Workload", "workloads", true);

    /** Worker clusters. */
    public static final ResourceKind<MultiKueueCluster, MultiKueueClusterList> MULTIKUEUE_CLUSTER = new ResourceKind<>(
            MultiKueueCluster.class, MultiKueueClusterList.class, "MultiKueueCluster", "multikueueclusters", false);

    /** Choices of worker clusters. */
    public static final ResourceKind<MultiKueueConfig, MultiKueueConfigList> MULTIKUEUE_CONFIG = new ResourceKind<>(
            MultiKueueConfig.class, MultiKueueConfigList.class, "MultiKueueConfig", "multikueueconfigs", false);

    /** All of them. */
    public static final List<ResourceKind<?, ?>> ALL = List.of(
            RESOURCE_FLAVOR,
            COHORT,
            ADMISSION_CHECK,
            CLUSTER_QUEUE,
            LOCAL_QUEUE,
            WORKLOAD_PRIORITY_CLASS,
            WORKLOAD,
            MULTIKUEUE_CLUSTER,
            MULTIKUEUE_CONFIG);

    private KueueKinds() {}
}
