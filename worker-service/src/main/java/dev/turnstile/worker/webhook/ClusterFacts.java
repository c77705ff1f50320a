package dev.turnstile.worker.webhook;

/** What decisions have to know beside the object itself. */
interface ClusterFacts {
    /** Whether jobs of that kind ({@code apiVersion}, {@code kind}) wait for quota by themselves. */
    boolean managesKind(String apiVersion, String kind);

    /** Whether plain pods are managed. */
    boolean managesPods();

    /** Whether pods, and jobs that name no queue, are managed in that namespace, as far as its labels decide. */
    boolean managesNamespace(String namespace);

    /** Whether jobs that name no queue are managed. */
    boolean managesJobsWithoutQueueName();

    /** Whether the namespace has a LocalQueue of that name. */
    boolean hasQueue(String namespace, String queue);

    /** Whether there is a WorkloadPriorityClass of that name. */
    boolean hasPriorityClass(String name);

    /** Whether what waits in that queue is dispatched to other clusters: its ClusterQueue has a MultiKueue check. */
    boolean dispatches(String namespace, String queue);
}
