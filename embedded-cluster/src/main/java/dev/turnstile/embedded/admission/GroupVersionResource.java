package dev.turnstile.embedded.admission;

/** A resource's full name; {@code group} is empty for the core group. */
public record GroupVersionResource(String group, String version, String resource) {}
