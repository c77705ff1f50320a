package dev.turnstile.manager.cluster;

import dev.turnstile.vocabulary.ActiveReason;

/** A kubeconfig, or why it is not used. Never printed: it holds credentials. */
public sealed interface KubeconfigReading {

    /** It names a cluster and would neither run a program, nor read a file, nor skip verification. */
    record Usable(String text, String server) implements KubeconfigReading {
        @Override
        public String toString() {
            return "kubeconfig of " + server;
        }
    }

    /**
     * It is not used.
     *
     * @param reason of the condition {@code Active=False}
     * @param message of that condition
     */
    record Refused(ActiveReason reason, String message) implements KubeconfigReading {

        static Refused missing(String what) {
            return new Refused(ActiveReason.BAD_KUBE_CONFIG, "load client config failed: " + what);
        }

        static Refused insecure(String what) {
            return new Refused(ActiveReason.INSECURE_KUBE_CONFIG, "load client config failed: " + what);
        }
    }
}
