package dev.turnstile.embedded.rules.violation;

/** Stands in the root package and starts nothing. */
public final class NotAFacade {
    private NotAFacade() {}
}
