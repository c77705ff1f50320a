package dev.turnstile.worker.visibility;

import dev.turnstile.core.workload.Workload;

/** A pending workload and its positions, each from 0. */
record PendingWorkload(Workload workload, int inClusterQueue, int inLocalQueue) {}
