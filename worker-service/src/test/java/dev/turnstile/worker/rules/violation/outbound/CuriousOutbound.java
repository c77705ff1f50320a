package dev.turnstile.worker.rules.violation.outbound;

import dev.turnstile.worker.rules.violation.state.ProudState;

/** Reads the state that it writes for. */
public record CuriousOutbound(ProudState state) {}
