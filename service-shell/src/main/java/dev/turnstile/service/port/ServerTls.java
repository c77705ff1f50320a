package dev.turnstile.service.port;

import dev.turnstile.model.config.Tls;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a server of ours offers to its clients.
 *
 * @param ciphers by their names in Java; empty for Java's own choice
 */
public record ServerTls(List<String> protocols, List<String> ciphers) {
    private static final List<String> OF_TLS_13 =
            List.of("TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256");

    /** What the configuration says. */
    public static ServerTls of(Tls tls) {
        List<String> protocols =
                tls.minVersion() == Tls.Version.VERSION_TLS13 ? List.of("TLSv1.3") : List.of("TLSv1.3", "TLSv1.2");
        // Names as Go writes them are Java's; those of TLS 1.3 cannot be chosen, and stay.
        List<String> ciphers = tls.cipherSuites().isEmpty()
                ? List.of()
                : Stream.concat(OF_TLS_13.stream(), tls.cipherSuites().stream()).toList();
        return new ServerTls(protocols, ciphers);
    }
}
