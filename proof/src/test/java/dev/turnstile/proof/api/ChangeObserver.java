package dev.turnstile.proof.api;

/** Sees every change at the moment it is made. May write itself, later. */
@FunctionalInterface
public interface ChangeObserver {
    /** This was changed. */
    void changed(ApiServer server, Change change);
}
