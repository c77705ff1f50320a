package dev.turnstile.worker.rules.violation.unlisted;

import org.jspecify.annotations.NullUnmarked;

/** Is in no layer, and in a package that is not marked. */
@NullUnmarked
public record Unlisted(String name) {}
