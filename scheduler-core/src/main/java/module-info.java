/** Every decision that a scheduler takes. It knows no Kubernetes, no Spring, no clock and no randomness. */
module dev.turnstile.core {
    requires static transitive org.jspecify;
}
