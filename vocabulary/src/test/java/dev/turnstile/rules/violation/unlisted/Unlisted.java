package dev.turnstile.rules.violation.unlisted;

/** Is in a package that is no layer. */
public final class Unlisted {
    private Unlisted() {}
}
