package dev.turnstile.vocabulary;

/** The finalizers that we set, and what removes each. */
public enum Finalizer implements Word {
    /**
     * On Workloads, ClusterQueues, ResourceFlavors and AdmissionChecks, by worker-service, until no quota is held
     * through the object. Replicas in worker clusters have none.
     */
    RESOURCE_IN_USE("kueue.x-k8s.io/resource-in-use"),

    /** On queued pods, by worker-service's webhook at creation, until the pod's quota is accounted for. */
    MANAGED("kueue.x-k8s.io/managed");

    private final String text;

    Finalizer(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }
}
