package dev.turnstile.service.informer;

/** Brings what belongs to a key in order, as often as it is asked. */
@FunctionalInterface
public interface Reconciler<K> {
    /** Looks at the state as it is now, and writes what is missing. Throws where it could not. */
    Outcome reconcile(K key) throws InterruptedException;
}
