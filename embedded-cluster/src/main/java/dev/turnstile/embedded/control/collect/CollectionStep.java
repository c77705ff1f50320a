package dev.turnstile.embedded.control.collect;

import dev.turnstile.embedded.api.DeleteOptions.Propagation;
import dev.turnstile.embedded.object.OwnerReference;
import java.util.List;
import java.util.Set;

/** What the garbage collector does about one object. */
sealed interface CollectionStep {

    /** Nothing: at least one owner exists, or it has none. */
    record Keep() implements CollectionStep {}

    /** Read these owners from the API: they are not in the graph, and the decision depends on whether they exist. */
    record LookUpOwners(List<OwnerReference> owners) implements CollectionStep {}

    /** Delete it: all its owners are gone, or wait for it. */
    record Delete(Propagation propagation) implements CollectionStep {}

    /**
     * Delete it, and stop its owners from waiting for it: it owns an object that waits for its dependents itself, so
     * that they might all wait for each other.
     */
    record BreakCycle() implements CollectionStep {}

    /** Remove the references to these owners, since other owners keep the object. */
    record Disown(Set<String> ownerUids) implements CollectionStep {}

    /** It is retained by this finalizer until its dependents are deleted or orphaned; enqueue those. */
    record AwaitDependents(List<Member> dependents) implements CollectionStep {}

    /** Nothing retains it any longer; remove the finalizer. */
    record Release(String finalizer) implements CollectionStep {}
}
