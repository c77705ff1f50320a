package dev.turnstile.worker.rules.violation.inbound;

import dev.turnstile.worker.rules.violation.state.ProudState;

/** Sees a layer above its own, in a cycle with it. */
public record ImpatientReader(ProudState state) {}
