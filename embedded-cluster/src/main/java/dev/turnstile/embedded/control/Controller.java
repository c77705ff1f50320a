package dev.turnstile.embedded.control;

/** A controller that can run beside the API. */
public enum Controller {
    NAMESPACES,
    SERVICE_ACCOUNTS,
    GARBAGE_COLLECTION,
    RESOURCE_QUOTAS,
    JOBS,
    POD_SCHEDULER,
    KUBELET
}
