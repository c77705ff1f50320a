package dev.turnstile.core.assignment;

/**
 * The flavor chosen for a resource. {@code triedIndex} is where the search stopped, or -1 where it went through all
 * flavors, so that the next search starts at the first.
 */
public record FlavorChoice(String flavor, Mode mode, int borrowing, int triedIndex) {}
