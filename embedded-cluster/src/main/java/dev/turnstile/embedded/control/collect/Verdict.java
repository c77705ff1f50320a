package dev.turnstile.embedded.control.collect;

import dev.turnstile.embedded.api.DeleteOptions.Propagation;
import dev.turnstile.embedded.object.OwnerReference;
import java.util.List;
import java.util.Set;

/** What the garbage collector does about one object. */
sealed interface Verdict {

    /** Nothing: it has a living owner or none at all. */
    record Keep() implements Verdict {}

    /** These owners are not in the graph; whether they exist must be asked before anything is decided. */
    record Ask(List<OwnerReference> owners) implements Verdict {}

    /** Delete it: all its owners are gone, or wait for it. */
    record Delete(Propagation propagation) implements Verdict {}

    /**
     * Delete it, and let its owners no longer wait for it: an object that it owns waits for its dependents itself, so
     * that they might all wait for each other.
     */
    record BreakCircle() implements Verdict {}

    /** Take these owners off it, since others keep it. */
    record Disown(Set<String> ownerUids) implements Verdict {}

    /** It waits, by this finalizer, for what its dependents do first; look at those. */
    record Attend(List<Member> dependents) implements Verdict {}

    /** Nothing holds it any more; take the finalizer off. */
    record Release(String finalizer) implements Verdict {}
}
