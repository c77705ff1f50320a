package dev.turnstile.model.meta;

/** The finalizers that we set, and what releases each. */
public final class Finalizers {
    /**
     * On Workloads, ClusterQueues, ResourceFlavors and AdmissionChecks, by worker-service: goes when nothing holds
     * quota through the object any more. Replicas in worker clusters carry none.
     */
    public static final String RESOURCE_IN_USE = "kueue.x-k8s.io/resource-in-use";

    /** On queued pods, by worker-service's webhook at creation: goes when the pod's quota is accounted for. */
    public static final String MANAGED = "kueue.x-k8s.io/managed";

    private Finalizers() {}
}
