package dev.turnstile.worker.rules.violation.write;

import dev.turnstile.core.workload.WorkloadKey;

/** Knows what the core decides about. */
public record DecidingWriter(WorkloadKey workload) {}
