package dev.turnstile.worker.webhook;

/** Decides over one kind of object. Pure: the same question in the same cluster has the same answer. */
@FunctionalInterface
interface Decision {
    Verdict of(AdmissionRequest request);
}
