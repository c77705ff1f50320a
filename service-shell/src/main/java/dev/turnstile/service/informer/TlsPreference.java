package dev.turnstile.service.informer;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import okhttp3.CipherSuite;
import okhttp3.ConnectionSpec;

/**
 * How connections to an API server are encrypted: as OkHttp's modern specification has it, but ChaCha20 before AES. The
 * JVM of the image has no optimising compiler, and only that one uses a processor's instructions for AES; without them
 * ChaCha20 takes a quarter of the time. A server that does not know it chooses one of the others.
 */
final class TlsPreference {
    private static final List<CipherSuite> FIRST = List.of(
            CipherSuite.TLS_CHACHA20_POLY1305_SHA256,
            CipherSuite.TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256,
            CipherSuite.TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256);

    /** The specifications of a client, the plain one included. */
    static final List<ConnectionSpec> SPECS = List.of(modern(), ConnectionSpec.CLEARTEXT);

    private TlsPreference() {}

    private static ConnectionSpec modern() {
        Set<CipherSuite> suites = new LinkedHashSet<>(FIRST);
        suites.addAll(Objects.requireNonNull(ConnectionSpec.MODERN_TLS.cipherSuites()));
        return new ConnectionSpec.Builder(ConnectionSpec.MODERN_TLS)
                .cipherSuites(suites.toArray(CipherSuite[]::new))
                .build();
    }
}
