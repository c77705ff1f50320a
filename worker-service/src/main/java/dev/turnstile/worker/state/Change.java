package dev.turnstile.worker.state;

import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.worker.enqueue.PreEnqueue;

/** An object that is not as the scheduler saw it last; what it is now stands in the stores. */
public sealed interface Change {
    record OfWorkload(ObjectKey key) implements Change {}

    /** A Workload of which a bean said that it may queue now, or not any more. */
    record OfAnswer(ObjectKey key, PreEnqueue bean) implements Change {}

    /** A ClusterQueue. */
    record OfClusterQueue(String name) implements Change {}

    /** A LocalQueue. */
    record OfLocalQueue(ObjectKey key) implements Change {}

    record OfCohort(String name) implements Change {}

    /** A ResourceFlavor. */
    record OfFlavor(String name) implements Change {}

    /** An AdmissionCheck. */
    record OfCheck(String name) implements Change {}

    /** What the pods of a namespace get where they say nothing, or, where the name is empty, those of all. */
    record OfSurroundings(String namespace) implements Change {}

    record OfNamespace(String name) implements Change {}
}
