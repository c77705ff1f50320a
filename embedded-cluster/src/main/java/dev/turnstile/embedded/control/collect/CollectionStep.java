package dev.turnstile.embedded.control.collect;

import dev.turnstile.embedded.api.DeleteOptions.Propagation;
import dev.turnstile.embedded.object.OwnerReference;
import java.util.List;
import java.util.Set;

/** What the garbage collector does about one object. */
sealed interface CollectionStep {

    /** Nothing: it has a living owner or none at all. */
    record Keep() implements CollectionStep {}

    /** These owners are not in the graph; whether they exist must be asked before anything is decided. */
    record LookUpOwners(List<OwnerReference> owners) implements CollectionStep {}

    /** Delete it: all its owners are gone, or wait for it. */
    record Delete(Propagation propagation) implements CollectionStep {}

    /**
     * Delete it, and let its owners no longer wait for it: an object that it owns waits for its dependents itself, so
     * that they might all wait for each other.
     */
    record BreakCycle() implements CollectionStep {}

    /** Take these owners off it, since others keep it. */
    record Disown(Set<String> ownerUids) implements CollectionStep {}

    /** It waits, by this finalizer, for what its dependents do first; look at those. */
    record AwaitDependents(List<Member> dependents) implements CollectionStep {}

    /** Nothing holds it any more; take the finalizer off. */
    record Release(String finalizer) implements CollectionStep {}
}
