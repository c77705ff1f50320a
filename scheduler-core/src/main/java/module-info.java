/** Every decision that a scheduler takes. It knows no Kubernetes, no Spring, no clock and no randomness. */
module dev.turnstile.core {
    requires transitive dev.turnstile.vocabulary;
    requires static transitive org.jspecify;

    exports dev.turnstile.core.assignment;
    exports dev.turnstile.core.cycle;
    exports dev.turnstile.core.dispatch;
    exports dev.turnstile.core.fairsharing;
    exports dev.turnstile.core.hierarchy;
    exports dev.turnstile.core.lifecycle;
    exports dev.turnstile.core.message;
    exports dev.turnstile.core.placement;
    exports dev.turnstile.core.queue;
    exports dev.turnstile.core.quota;
    exports dev.turnstile.core.resource;
    exports dev.turnstile.core.snapshot;
    exports dev.turnstile.core.ungating;
    exports dev.turnstile.core.waiting;
    exports dev.turnstile.core.workload;
}
