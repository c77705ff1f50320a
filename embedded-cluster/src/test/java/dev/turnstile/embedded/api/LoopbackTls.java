package dev.turnstile.embedded.api;

import dev.turnstile.embedded.api.tls.TlsIdentity;
import javax.net.ssl.SSLContext;

/** Lets test servers on loopback show the certificate of this JVM's clusters. */
public final class LoopbackTls {
    private LoopbackTls() {}

    public static SSLContext context() {
        return TlsIdentity.shared().context();
    }

    /** PEM of the authority that clients have to trust. */
    public static String authority() {
        return TlsIdentity.shared().authority();
    }
}
