package dev.turnstile.core.preemption;

import dev.turnstile.core.snapshot.AdmittedWorkload;
import dev.turnstile.vocabulary.PreemptionReason;

/** A workload to preempt, and why. */
public record Target(AdmittedWorkload workload, PreemptionReason reason) {}
