package dev.turnstile.core.queue;

import dev.turnstile.core.waiting.Wait;
import dev.turnstile.core.workload.Workload;

/** A workload on which no cycle decides as long as another one waits, and why. */
public record PassedOver(Workload workload, Wait why) {}
