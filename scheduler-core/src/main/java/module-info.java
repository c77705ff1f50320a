/** Every decision that a scheduler takes. It knows no Kubernetes, no Spring, no clock and no randomness. */
module dev.turnstile.core {
    requires static transitive org.jspecify;

    exports dev.turnstile.core.dispatch;
    exports dev.turnstile.core.placement;
    exports dev.turnstile.core.ungating;
}
