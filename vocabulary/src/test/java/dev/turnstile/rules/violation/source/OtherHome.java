package dev.turnstile.rules.violation.source;

/** Has a nested type whose name another type has as well. */
public final class OtherHome {
    private OtherHome() {}

    record Twin(String name) {}
}
